import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexSettings } from '../../../src/cluster/settings/indexSettings.ts';
import { unusedIndexSettings } from '../../../src/cluster/settings/withoutEffect.ts';

const SRC = join(import.meta.dirname, '../../../src');
const TABLES = ['indexSettings.ts', 'withoutEffect.ts'];

/** Names of settings that stand in the code outside the tables that declare them; some end in a name to come. */
const named = new Set(
  (readdirSync(SRC, { recursive: true }) as string[])
    .filter((file) => file.endsWith('.ts') && !TABLES.some((table) => file.endsWith(`settings/${table}`)))
    .flatMap((file) => [...readFileSync(join(SRC, file), 'utf8').matchAll(/['`](index\.[a-z_.]+)(\$\{)?/g)])
    .map(([, name, more]) => (more === undefined ? name : `${name}*`)),
);

function isRead(key: string): boolean {
  return [...named].some((name) => (name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : name === key));
}

describe('settings of an index', () => {
  const unused = unusedIndexSettings.flatMap(({ keys }) => keys);

  it('are read by the code, or listed in the table of settings without effect', () => {
    const keys = indexSettings.map(({ key }) => key);
    expect(keys.filter((key) => !isRead(key) && !unused.includes(key))).toEqual([]);
  });

  it('are listed there only if no code reads them', () => {
    expect(unused.filter((key) => isRead(key) || !indexSettings.some((row) => row.key === key))).toEqual([]);
  });
});
