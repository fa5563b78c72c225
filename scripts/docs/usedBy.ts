import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = join(import.meta.dirname, '../../test/docs/used.json');

let used: Readonly<Record<string, string>> | null = null;

/** The test that was seen to use a name of a table; null: none was. The runs of the tests write the list. */
export function usedBy(table: string, name: string): string | null {
  used ??= JSON.parse(readFileSync(LIST, 'utf8')) as Readonly<Record<string, string>>;
  return used[`${table}: ${name}`] ?? null;
}
