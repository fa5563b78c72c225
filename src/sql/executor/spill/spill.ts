import { crc32, limits, storageError } from '../../../common/index.ts';
import { type Directory, NoSuchFileError } from '../../../directory/index.ts';
import { SqlError } from '../../errors.ts';
import type { Row } from '../../values/index.ts';
import { tooMuch } from '../budget.ts';
import { rowsOfText, textOfRows } from './rowText.ts';

/** A file of rows. */
export interface Block {
  readonly name: string;
  readonly fileBytes: number;
  readonly crc: number;
}

/**
 * Where statements spill rows that do not fit in memory: one folder per statement, deleted when the statement
 * ends.
 */
export class SpillFolder {
  readonly #folder: Directory;
  #statements = 0;

  constructor(folder: Directory) {
    this.#folder = folder;
  }

  /** The caller must close it. */
  open(): Spill {
    return new Spill(() => this.#folder.folder(`statement-${++this.#statements}`));
  }
}

/** The spilled rows of one statement. They need not survive a crash, so nothing is synced. */
export class Spill {
  readonly #open: () => Directory;
  #made: Directory | null = null;
  #files = 0;
  #bytes = 0;

  constructor(open: () => Directory) {
    this.#open = open;
  }

  /** Whether there is anything to clean up. */
  get isUsed(): boolean {
    return this.#made !== null;
  }

  get #folder(): Directory {
    this.#made ??= this.#open();
    return this.#made;
  }

  /** Throws SqlError (400) if the disk fails, and beyond the byte limit. */
  async put(rows: readonly Row[]): Promise<Block> {
    const bytes = Buffer.from(textOfRows(rows));
    this.#bytes += bytes.length;
    if (this.#bytes > limits.sqlFileBytes.value) throw tooMuch('bytes in files', limits.sqlFileBytes.value);
    const name = `${++this.#files}.rows`;
    await told('written', async () => {
      const output = await this.#folder.create(name);
      output.write(bytes);
      await output.close();
    });
    return { name, fileBytes: bytes.length, crc: crc32(bytes) };
  }

  /** Reads a block and deletes its file. Throws SqlError (400) if it is corrupt. */
  async take(block: Block): Promise<Row[]> {
    const rows = await this.read(block);
    await told('deleted', () => this.#folder.delete(block.name));
    this.#bytes -= block.fileBytes;
    return rows;
  }

  /** Reads a block and keeps it for the next reader. Throws SqlError (400) if it is corrupt. */
  async read({ name, fileBytes, crc }: Block): Promise<Row[]> {
    const bytes = await told('read', () => this.#folder.read(name));
    if (bytes.length !== fileBytes || crc32(bytes) !== crc) throw unusable('read', 'a file is damaged');
    return rowsOfText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  }

  /** Deletes all files; what cannot be deleted is removed at the next start. */
  async close(): Promise<void> {
    if (this.#files > 0) await this.#folder.deleteAll().catch(() => undefined);
  }
}

/** Converts disk errors to SqlError. */
async function told<T>(what: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const reason = error instanceof NoSuchFileError ? 'a file is gone' : storageError(error)?.message;
    if (reason === undefined) throw error;
    throw unusable(what, reason);
  }
}

function unusable(what: string, reason: string): SqlError {
  const details = `the statement has more rows than it holds in memory, and those in files cannot be ${what}: ${reason}`;
  return new SqlError('IllegalStateException', details);
}
