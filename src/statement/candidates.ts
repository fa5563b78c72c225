import type { Catalog, SqlFunction } from './catalog.ts';
import type { LanguageName } from './languages.ts';

/** A completion for a position in a statement. */
export interface Candidate {
  readonly kind: 'column' | 'table' | 'function' | 'keyword';
  readonly name: string;
  /** The name as written in a statement: quoted with backticks where needed. */
  readonly text: string;
  /** A column's type, a table's number of fields, or a function's family. */
  readonly detail: string;
  /** Only for functions. */
  readonly fn: SqlFunction | null;
}

export interface Candidates {
  /** Start of the word to be replaced. */
  readonly from: number;
  /** In the order columns, functions, tables, keywords. */
  readonly list: readonly Candidate[];
}

const WORD = /[\w.$*-]*$/;
const AFTER_TABLE_WORD =
  /\b(?:from|join|describe\s+tables\s+like|show\s+tables\s+like|into)\s+$|\bfrom\s[^()]*,\s*$/i;
const TABLES =
  /\b(?:from|join)\s+(`[^`]+`|[\w.*-]+)(?:\s+(?:as\s+)?(?!on\b|where\b|join\b|group\b|order\b|limit\b|inner\b|left\b|right\b|cross\b|full\b|having\b|union\b)([A-Za-z_]\w*))?/gi;

const PIPELINE_SOURCE = /\b(?:source|index)\s*=\s*(`[^`]+`|[\w.*-]+)/gi;
const AFTER_PIPELINE_SOURCE = /(?:\b(?:source|index)\s*=|^\s*describe)\s*$/i;
const BEFORE_A_COMMAND = /(?:^|\|)\s*$/;

/** Completion by language, independent of the word already typed. */
const finders: Readonly<Record<LanguageName, typeof inStatement>> = { sql: inStatement, ppl: inPipeline };

export function candidatesAt(
  text: string,
  position: number,
  catalog: Catalog,
  language: LanguageName,
): Candidates {
  return finders[language](text, position, catalog);
}

/** At the start of a command keywords come first, because columns cannot stand there. */
function inPipeline(text: string, position: number, catalog: Catalog): Candidates {
  const before = text.slice(0, position);
  const word = /[\w.$-]*$/.exec(before)?.[0] ?? '';
  const from = position - word.length;
  const leading = before.slice(0, from);
  if (AFTER_PIPELINE_SOURCE.test(leading)) return { from, list: tablesOf(catalog) };
  const { ppl, functions, tables } = catalog;
  const keywords = ppl.keywords.map((name) => candidate('keyword', name, ''));
  if (BEFORE_A_COMMAND.test(leading)) return { from, list: keywords };
  const isThere = new Set(ppl.functions);
  const names = [...text.matchAll(PIPELINE_SOURCE)].map(([, name]) => name.replaceAll('`', ''));
  const sources = names.filter((name) => tables.has(name));
  return {
    from,
    list: [
      ...columnsOf([...new Set(sources)], catalog),
      ...functions.flatMap(functionsOf).filter(({ name }) => isThere.has(name)),
      ...keywords,
    ],
  };
}

function inStatement(text: string, position: number, catalog: Catalog): Candidates {
  const before = text.slice(0, position);
  const word = WORD.exec(before)?.[0] ?? '';
  const from = position - word.length;
  const used = usedTables(text, catalog);
  const dot = word.indexOf('.');
  const alias = dot === -1 ? undefined : used.get(word.slice(0, dot).toLowerCase());
  if (alias !== undefined) return { from: from + dot + 1, list: columnsOf([alias], catalog) };
  if (AFTER_TABLE_WORD.test(before.slice(0, from))) return { from, list: tablesOf(catalog) };
  return {
    from,
    list: [
      ...columnsOf([...new Set(used.values())], catalog),
      ...catalog.functions.flatMap(functionsOf),
      ...tablesOf(catalog),
      ...catalog.keywords.map((name) => candidate('keyword', name, '')),
    ],
  };
}

/** Maps lower-case aliases and names to tables, from all FROM clauses of the text. */
export function usedTables(text: string, { tables }: Catalog): ReadonlyMap<string, string> {
  const used = new Map<string, string>();
  for (const [, quoted, alias] of text.matchAll(TABLES)) {
    const name = quoted.replaceAll('`', '');
    if (!tables.has(name)) continue;
    used.set(name.toLowerCase(), name);
    if (alias) used.set(alias.toLowerCase(), name);
  }
  return used;
}

function candidate(
  kind: Candidate['kind'],
  name: string,
  detail: string,
  fn: SqlFunction | null = null,
): Candidate {
  const isName = kind === 'column' || kind === 'table';
  return { kind, name, text: isName ? quotedName(name) : name, detail, fn };
}

function columnsOf(names: readonly string[], { tables }: Catalog): readonly Candidate[] {
  return names.flatMap((table) =>
    (tables.get(table) ?? []).map(({ name, type, dimension }) =>
      candidate('column', name, dimension === null ? type : `${type}(${dimension})`),
    ),
  );
}

function tablesOf({ tables }: Catalog): readonly Candidate[] {
  return [...tables].map(([name, fields]) => candidate('table', name, `${fields.length} fields`));
}

function functionsOf(fn: SqlFunction): readonly Candidate[] {
  return [fn.name, ...fn.aliases].map((name) => candidate('function', name, fn.family, fn));
}

/** The name of an index or field, quoted for a statement if necessary. */
export function quotedName(name: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(name) && !name.includes('-') ? name : `\`${name}\``;
}
