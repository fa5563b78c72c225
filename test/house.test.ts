import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Holds the code to ARCHITECTURE.md's rooms table, to no import cycles, and to the sizes of the house. */

const root = resolve(import.meta.dirname, '..');
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join('src', name));
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

const trees = new Map(
  [...sources].map(([file, text]) => [file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest)]),
);

const rooms = [...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `(\w+)\/` \|/gm)].map(
  (m) => m[1],
);
/** The sub-rooms of `sql/` from top to bottom, each a list of folders and files. */
const subRooms = [
  ...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| ((?:`sql\/[\w/.]+`(?:, )?)+) \|/gm),
].map(([, cell]) => [...cell.matchAll(/`(sql\/[\w/.]+)`/g)].map(([, name]) => `src/${name}`));
/** Pure tables may be longer than 500 lines: rows only, no logic. */
const TABLE_MARK = '// A pure table:';
/** Rooms that see less than everything above them (ARCHITECTURE.md, "What flows"). */
const narrowRooms: Record<string, readonly string[]> = {
  sql: ['common', 'directory', 'client'],
  documents: [],
  statement: [],
  figures: [],
  answers: [],
  console: ['rest', 'documents', 'statement', 'figures', 'answers'],
  common: [],
};

function roomOf(file: string): string | null {
  const parts = file.split('/');
  return parts.length > 2 ? parts[1] : null;
}

function importsOf(file: string): string[] {
  const found: string[] = [];
  for (const statement of trees.get(file)?.statements ?? []) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const specifier = statement.moduleSpecifier;
    if (specifier && ts.isStringLiteral(specifier) && specifier.text.startsWith('.')) {
      found.push(relative(root, resolve(root, dirname(file), specifier.text)));
    }
  }
  return found;
}

function roomViolation(file: string, target: string): string | null {
  const from = roomOf(file);
  const to = roomOf(target);
  if (from === null || from === to) return null;
  if (to === null) return `${file} imports ${target}`;
  const allowed = narrowRooms[from] ?? rooms.slice(0, rooms.indexOf(from));
  if (!allowed.includes(to)) return `${file}: ${from}/ may not import ${to}/`;
  return target === `src/${to}/index.ts` ? null : `${file} imports ${target} past ${to}/index.ts`;
}

/** The sub-room with the longest name that the file is in; -1: none. */
function subRoomOf(file: string): number {
  const names = subRooms
    .flat()
    .filter((name) => file === name || (name.endsWith('/') && file.startsWith(name)));
  const longest = names.sort((a, b) => b.length - a.length)[0];
  return subRooms.findIndex((room) => room.includes(longest));
}

function findCycle(): string[] | null {
  const state = new Map<string, 'open' | 'done'>();
  const visit = (file: string, path: string[]): string[] | null => {
    if (state.get(file) === 'done') return null;
    if (state.get(file) === 'open') return [...path.slice(path.indexOf(file)), file];
    state.set(file, 'open');
    for (const target of importsOf(file)) {
      const cycle = visit(target, [...path, file]);
      if (cycle) return cycle;
    }
    state.set(file, 'done');
    return null;
  };
  for (const file of files) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return null;
}

interface FunctionSize {
  readonly where: string;
  readonly lines: number;
}

function functionSizes(): FunctionSize[] {
  const sizes: FunctionSize[] = [];
  for (const [file, tree] of trees) {
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && 'body' in node && node.body) {
        const start = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
        const end = tree.getLineAndCharacterOfPosition(node.end).line;
        sizes.push({ where: `${file}:${start + 1}`, lines: end - start + 1 });
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return sizes.filter((size) => size.lines > 1).sort((a, b) => b.lines - a.lines);
}

function linesMatching(pattern: RegExp, except: RegExp): string[] {
  const hits: string[] = [];
  for (const [file, text] of sources) {
    if (except.test(file)) continue;
    text.split('\n').forEach((line, index) => {
      if (/^\s*(\*|\/\*|\/\/)/.test(line) && line.length <= 110) return;
      if (pattern.test(line)) hits.push(`${file}:${index + 1} ${line.trim()}`);
    });
  }
  return hits;
}

describe('the house', () => {
  it('has the rooms of the table, and only those', () => {
    const folders = new Set(files.map(roomOf).filter((room) => room !== null));
    expect([...folders].filter((folder) => !rooms.includes(folder))).toEqual([]);
  });

  it('imports only upwards, through index.ts', () => {
    const violations = files.flatMap((file) => importsOf(file).map((target) => roomViolation(file, target)));
    expect(violations.filter((violation) => violation !== null)).toEqual([]);
  });

  it('keeps every file of sql/ in a sub-room, and every sub-room in use', () => {
    const inSql = files.filter((file) => roomOf(file) === 'sql');
    expect(inSql.filter((file) => subRoomOf(file) < 0)).toEqual([]);
    const used = new Set(inSql.map(subRoomOf));
    expect(subRooms.filter((_, i) => !used.has(i))).toEqual([]);
  });

  it('imports only upwards inside sql/', () => {
    const inSql = files.filter((file) => roomOf(file) === 'sql');
    const violations = inSql.flatMap((file) =>
      importsOf(file)
        .filter((target) => roomOf(target) === 'sql' && subRoomOf(target) > subRoomOf(file))
        .map((target) => `${file} may not import ${target}`),
    );
    expect(violations).toEqual([]);
  });

  it('has no import cycle', () => {
    expect(findCycle()).toBeNull();
  });

  // V8 gives each generator function a hidden class, which keeps what it closes over until the next full collection.
  it('makes no generator functions while it searches', () => {
    const made = [...sources].filter(
      ([file, text]) => /^src\/(?:query|aggregation|search)\//.test(file) && /function\* ?\(/.test(text),
    );
    expect(made.map(([file]) => file)).toEqual([]);
  });

  it('keeps files small', () => {
    const lengths = [...sources.values()].map((text) => text.split('\n').length).sort((a, b) => a - b);
    const long = files.filter((file) => {
      const text = sources.get(file) ?? '';
      return text.split('\n').length > 501 && !text.startsWith(TABLE_MARK);
    });
    expect(long).toEqual([]);
    expect(lengths[Math.floor(lengths.length / 2)], 'median').toBeLessThanOrEqual(80);
    expect(lengths[Math.floor(lengths.length * 0.9)], '9 of 10').toBeLessThanOrEqual(250);
  });

  it('keeps functions small', () => {
    const sizes = functionSizes();
    expect(sizes.filter((size) => size.lines > 70)).toEqual([]);
    expect(sizes[Math.floor(sizes.length * 0.01)].lines, '99 of 100').toBeLessThanOrEqual(50);
  });

  it('keeps lines short, but for long literals', () => {
    const long = linesMatching(/^.{111,}$/, /^$/).filter((line) => !/['"`/].{40,}/.test(line));
    expect(long).toEqual([]);
  });

  it('has no any, no eval, no unfinished marks', () => {
    expect(
      linesMatching(/: any\b|<any>|\bas any\b|\beval\(|new Function\(|\bTODO\b|\bFIXME\b/, /^$/),
    ).toEqual([]);
  });

  it('reads clock, randomness and files only in their rooms', () => {
    const outside = /^src\/(common|directory|node|cli|console\/app\/lib\/clock|knn\/graphWorker|main)/;
    expect(
      linesMatching(/\bDate\.now\(|Math\.random\(|new Date\(\)|performance\.now\(|from 'node:fs/, outside),
    ).toEqual([]);
  });
});
