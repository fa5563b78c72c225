/** Only the owner may read the files; other users get documents through the server and its access checks. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;
