import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const KEPT = 1000;

/** Statements of all sittings, a line each, the latest last; only their owner may read them. */
export class History {
  /** The latest first, as the line editor has them. */
  readonly lines: string[];
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, 'sql_history');
    this.lines = read(this.#path);
  }

  /** One that was just there does not come twice. */
  add(statement: string): void {
    const line = statement.replaceAll(/\s*\n\s*/g, ' ').trim();
    if (line === '' || line === this.lines[0]) return;
    this.lines.unshift(line);
    this.lines.splice(KEPT);
  }

  /** A folder that cannot be written costs the history, not the sitting. */
  save(): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(this.#path, this.lines.toReversed().join('\n'), { mode: 0o600 });
    } catch {
      return;
    }
  }
}

function read(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .reverse();
  } catch {
    return [];
  }
}
