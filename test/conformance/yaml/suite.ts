import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** `{do: {index: {…}}}`, `{match: {_id: "1"}}`, …: one key, what to do, and with what. */
export type Step = Readonly<Record<string, unknown>>;

export interface YamlCase {
  /** `get/10_basic.yml/Basic`. */
  readonly id: string;
  readonly setup: readonly Step[];
  readonly steps: readonly Step[];
  readonly teardown: readonly Step[];
}

/** The cases of every file under a folder, in the order of their names. Files that are no YAML 1.2 are left out. */
export function readCases(folder: string): readonly YamlCase[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.yml'),
  );
  return files.sort().flatMap((file) => casesOf(file, readFileSync(join(folder, file), 'utf8')));
}

function casesOf(file: string, text: string): readonly YamlCase[] {
  const sections = new Map<string, readonly Step[]>();
  for (const document of parseAllDocuments(text, { merge: true, uniqueKeys: false, intAsBigInt: false })) {
    if (!('errors' in document) || document.errors.length > 0) continue;
    const content = (document.toJS() ?? {}) as Record<string, readonly Step[] | null>;
    for (const [name, steps] of Object.entries(content)) sections.set(name, steps ?? []);
  }
  const { setup = [], teardown = [], ...rest } = Object.fromEntries(sections);
  return Object.entries(rest).map(([name, steps]) => ({ id: `${file}/${name}`, setup, steps, teardown }));
}
