/** Data is its owner's: documents are readable through the server's guards, or not at all. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;
