import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface LoadPosition {
  /** Documents that the server has answered for, taken or refused. */
  readonly documents: number;
  readonly refused: number;
}

const START: LoadPosition = { documents: 0, refused: 0 };

/**
 * How far the load of one file into one index of one server has come, kept in a small file until it is through. A
 * file that has changed is another one. What was sent but not yet noted is sent again; that makes no second document,
 * because ids are made of `key` and the number of the document in the file.
 */
export class LoadState {
  readonly key: string;
  readonly #path: string;

  constructor(folder: string, url: string, index: string, file: string) {
    const { size, mtimeMs } = statSync(file);
    const identity = JSON.stringify([url, index, realpathSync(file), size, mtimeMs]);
    this.key = createHash('sha256').update(identity).digest('hex').slice(0, 12);
    this.#path = join(folder, 'loads', `${this.key}.json`);
  }

  read(): LoadPosition {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as LoadPosition;
    } catch {
      return START;
    }
  }

  write(position: LoadPosition): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(position));
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}
