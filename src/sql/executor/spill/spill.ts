import { crc32, limits, storageError } from '../../../common/index.ts';
import { type Directory, NoSuchFileError } from '../../../directory/index.ts';
import { SqlError } from '../../errors.ts';
import type { Row } from '../../values/index.ts';
import { tooMuch } from '../budget.ts';
import { rowsOfText, textOfRows } from './rowText.ts';

/** Rows in a file. */
export interface Block {
  readonly name: string;
  readonly fileBytes: number;
  readonly crc: number;
}

/** Where statements put rows that are too many for memory: a folder each, which goes when the statement ends. */
export class SpillFolder {
  readonly #folder: Directory;
  #statements = 0;

  constructor(folder: Directory) {
    this.#folder = folder;
  }

  /** Whoever opens it closes it. */
  open(): Spill {
    return new Spill(() => this.#folder.folder(`statement-${++this.#statements}`));
  }
}

/** The rows of one statement in files. Nothing of it needs to survive: nothing is synced. */
export class Spill {
  readonly #open: () => Directory;
  #made: Directory | null = null;
  #files = 0;
  #bytes = 0;

  constructor(open: () => Directory) {
    this.#open = open;
  }

  /** Whether there is anything to close. */
  get isUsed(): boolean {
    return this.#made !== null;
  }

  get #folder(): Directory {
    this.#made ??= this.#open();
    return this.#made;
  }

  /** Throws SqlError (400) for a disk that does not take them, and beyond the limit of bytes. */
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

  /** Reads a block, and deletes its file. Throws SqlError (400) for a damaged one. */
  async take(block: Block): Promise<Row[]> {
    const rows = await this.read(block);
    await told('deleted', () => this.#folder.delete(block.name));
    this.#bytes -= block.fileBytes;
    return rows;
  }

  /** Reads a block that is read again. Throws SqlError (400) for a damaged one. */
  async read({ name, fileBytes, crc }: Block): Promise<Row[]> {
    const bytes = await told('read', () => this.#folder.read(name));
    if (bytes.length !== fileBytes || crc32(bytes) !== crc) throw unusable('read', 'a file is damaged');
    return rowsOfText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  }

  /** Deletes all files; what cannot be deleted goes at the next start. */
  async close(): Promise<void> {
    if (this.#files > 0) await this.#folder.deleteAll().catch(() => undefined);
  }
}

/** Errors of the disk in words. */
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
