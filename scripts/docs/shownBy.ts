import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

interface TestFile {
  readonly path: string;
  readonly text: string;
}

let files: readonly TestFile[] | null = null;

function testFiles(): readonly TestFile[] {
  files ??= readdirSync(join(ROOT, 'test'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    // Clients that some tests install beside themselves have tests of their own.
    .filter((path) => !relative(ROOT, path).includes('node_modules'))
    .sort()
    .map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }));
  return files;
}

/** The first test that has the name between quotes or in front of a colon, of the rooms given first; null: none. */
export function shownBy(name: string, rooms: readonly string[]): string | null {
  const places = [`'${name}'`, `"${name}"`, ` ${name}:`, `{${name}:`, `"${name}\\"`, `\`${name}\``];
  return firstOf(rooms, (text) => places.some((place) => text.includes(place)));
}

function firstOf(rooms: readonly string[], shows: (text: string) => boolean): string | null {
  const known = testFiles();
  for (const room of rooms) {
    const found = known.find(({ path, text }) => path.startsWith(`test/${room}/`) && shows(text));
    if (found) return found.path;
  }
  return known.find(({ text }) => shows(text))?.path ?? null;
}
