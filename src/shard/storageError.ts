/**
 * After this error it is unknown what the disk contains (a failed fsync may have dropped pages): the shard
 * must close and recover.
 */
export class FatalStorageError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'FatalStorageError';
  }
}

/** Turns errors of `action` into fatal ones. */
export async function fatally<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw new FatalStorageError(error as Error);
  }
}
