/**
 * The records of a sqllogictest file (sqlite.org/sqllogictest): statements that change tables, and queries with the
 * values that they answer, one to a line, or with the MD5 of those lines.
 */
export type LogicRecord = StatementRecord | QueryRecord;

interface Placed {
  /** Of the file; the first is 1. */
  readonly line: number;
  readonly sql: string;
  /** `skipif mysql`, `onlyif sqlite`. */
  readonly conditions: readonly Condition[];
}

export interface Condition {
  readonly kind: 'skipif' | 'onlyif';
  readonly engine: string;
}

export interface StatementRecord extends Placed {
  readonly kind: 'statement';
  readonly isError: boolean;
}

/** I: a whole number. R: a number with three places. T: text. */
export type ColumnType = 'I' | 'R' | 'T';
export type SortMode = 'nosort' | 'rowsort' | 'valuesort';

export interface QueryRecord extends Placed {
  readonly kind: 'query';
  readonly types: readonly ColumnType[];
  readonly sort: SortMode;
  readonly expected: Expected;
}

export type Expected =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'hash'; readonly count: number; readonly md5: string };

const HASHED = /^(\d+) values hashing to ([0-9a-f]{32})$/;
const TYPES = /^[IRT]+$/;

/** Throws for a record that is none of those, naming its line. */
export function readRecords(text: string): LogicRecord[] {
  const records: LogicRecord[] = [];
  for (const { line, lines } of blocks(text)) {
    const conditions: Condition[] = [];
    while (/^(skipif|onlyif) /.test(lines[0] ?? '')) {
      const [kind, engine] = (lines.shift() ?? '').split(/\s+/);
      conditions.push({ kind: kind as Condition['kind'], engine });
    }
    const [word, ...rest] = (lines.shift() ?? '').split(/\s+/);
    if (word === 'halt' && holdsFor('rockpool', conditions)) break;
    if (word === 'halt' || word === 'hash-threshold' || word === '') continue;
    const place = { line, conditions };
    if (word === 'statement')
      records.push({ kind: 'statement', ...place, sql: lines.join('\n'), isError: rest[0] === 'error' });
    else if (word === 'query') records.push(query(place, rest, lines));
    else throw new Error(`line ${line}: no record begins with [${word}]`);
  }
  return records;
}

/** Whether a record is for this engine. */
export function holdsFor(engine: string, conditions: readonly Condition[]): boolean {
  return conditions.every((condition) =>
    condition.kind === 'skipif' ? condition.engine !== engine : condition.engine === engine,
  );
}

function query(
  place: Pick<Placed, 'line' | 'conditions'>,
  [types, sort = 'nosort']: readonly string[],
  lines: readonly string[],
): QueryRecord {
  if (!TYPES.test(types)) throw new Error(`line ${place.line}: no types of columns [${types}]`);
  const end = lines.indexOf('----');
  const values = end === -1 ? [] : lines.slice(end + 1);
  const hashed = HASHED.exec(values[0] ?? '');
  return {
    kind: 'query',
    ...place,
    sql: lines.slice(0, end === -1 ? undefined : end).join('\n'),
    types: [...types] as ColumnType[],
    sort: sort as SortMode,
    expected: hashed
      ? { kind: 'hash', count: Number(hashed[1]), md5: hashed[2] }
      : { kind: 'values', values },
  };
}

/** Lines between empty ones, without comments, with the number of the first. */
function* blocks(text: string): Generator<{ line: number; lines: string[] }> {
  let block: string[] = [];
  let first = 1;
  for (const [i, line] of [...text.split(/\r?\n/), ''].entries()) {
    if (line.trim() === '') {
      if (block.length > 0) yield { line: first, lines: block };
      block = [];
    } else if (!line.startsWith('#')) {
      if (block.length === 0) first = i + 1;
      block.push(line);
    }
  }
}
