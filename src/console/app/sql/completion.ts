import { type Completion, insertBracket } from '@codemirror/autocomplete';
import type { Catalog, SqlFunction } from './catalog.ts';

/** What may stand at a place of a statement. Pure: the editor and the tests ask the same. */

interface Proposals {
  /** Where the word begins that they would replace. */
  readonly from: number;
  readonly options: readonly Completion[];
}

const WORD = /[\w.$*-]*$/;
const AFTER_TABLE_WORD =
  /\b(?:from|join|describe\s+tables\s+like|show\s+tables\s+like|into)\s+$|\bfrom\s[^()]*,\s*$/i;
const TABLES =
  /\b(?:from|join)\s+(`[^`]+`|[\w.*-]+)(?:\s+(?:as\s+)?(?!on\b|where\b|join\b|group\b|order\b|limit\b|inner\b|left\b|right\b|cross\b|full\b|having\b|union\b)([A-Za-z_]\w*))?/gi;

/** Columns before functions before keywords. */
const BOOST = { column: 3, table: 2, function: 1, keyword: 0 } as const;

export function proposals(text: string, position: number, catalog: Catalog): Proposals {
  const before = text.slice(0, position);
  const word = WORD.exec(before)?.[0] ?? '';
  const from = position - word.length;
  const used = usedTables(text, catalog);
  const dot = word.indexOf('.');
  const alias = dot === -1 ? undefined : used.get(word.slice(0, dot).toLowerCase());
  if (alias !== undefined) {
    return { from: from + dot + 1, options: columnsOf([alias], catalog) };
  }
  const isTablePlace = AFTER_TABLE_WORD.test(before.slice(0, from));
  if (isTablePlace) return { from, options: tablesOf(catalog) };
  return {
    from,
    options: [
      ...columnsOf([...new Set(used.values())], catalog),
      ...catalog.functions.flatMap(functionsOf),
      ...tablesOf(catalog),
      ...catalog.keywords.map((label) => ({ label, type: 'keyword', boost: BOOST.keyword })),
    ],
  };
}

/** Lower-case alias or name → table, of the FROM clauses anywhere in the text. */
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

function columnsOf(names: readonly string[], { tables }: Catalog): Completion[] {
  return names.flatMap((table) =>
    (tables.get(table) ?? []).map(({ name, type, dimension }) => ({
      label: name,
      apply: quoted(name),
      type: 'property',
      detail: dimension === null ? type : `${type}(${dimension})`,
      boost: BOOST.column,
    })),
  );
}

function tablesOf({ tables }: Catalog): Completion[] {
  return [...tables].map(([name, fields]) => ({
    label: name,
    apply: quoted(name),
    type: 'class',
    detail: `${fields.length} fields`,
    boost: BOOST.table,
  }));
}

function functionsOf(fn: SqlFunction): Completion[] {
  return [fn.name, ...fn.aliases].map((label) => ({
    label,
    type: 'function',
    detail: fn.family,
    boost: BOOST.function,
    info: () => infoOf(fn),
    apply: (view, _completion, from, to) => {
      const before = { from, to, insert: label };
      view.dispatch({
        changes: before,
        selection: { anchor: from + label.length },
        userEvent: 'input.complete',
      });
      // As if it were typed: the closing one comes with it, and is typed over.
      const isThere = view.state.sliceDoc(from + label.length, from + label.length + 1) === '(';
      const bracket = isThere ? null : insertBracket(view.state, '(');
      if (bracket) view.dispatch(bracket);
    },
  }));
}

function infoOf({ doc, signatures, examples }: SqlFunction): Node {
  const box = document.createElement('div');
  const add = (tag: 'p' | 'code', text: string): void => {
    const element = document.createElement(tag);
    element.textContent = text;
    box.append(element);
  };
  for (const signature of signatures.slice(0, 4)) add('code', shortened(signature));
  add('p', doc);
  for (const { sql, value } of examples.slice(0, 2)) add('code', `${sql} is ${value}`);
  return box;
}

function shortened(signature: string): string {
  const [call] = signature.split('; options:');
  return call;
}

function quoted(name: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(name) && !name.includes('-') ? name : `\`${name}\``;
}
