/**
 * After this error nobody knows what the disk holds (a failed fsync may have dropped the pages): the shard must close
 * and recover from what is there.
 */
export class FatalStorageError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'FatalStorageError';
  }
}

/** Errors of `action` are fatal. */
export async function fatally<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw new FatalStorageError(error as Error);
  }
}
