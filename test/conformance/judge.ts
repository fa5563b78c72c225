import { type Answer, type GoldenCase, parse, type Step } from './golden.ts';

/** Compares a server's answers with the recorded ones: null when they are the same, else what differs. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const VOLATILE = new Set(
  `index_uuid node took _scroll_id pit_id cursor cluster_uuid creation_date uuid build_hash build_date name creation_time
   start_time_in_millis number lucene_version minimum_wire_compatibility_version minimum_index_compatibility_version`.split(
    /\s+/,
  ),
);
const VOLATILE_SETTING = /\.(creation_date|uuid|provided_name)$/;

function isObject(value: unknown): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Masks ids and times. */
function normalise(value: Json, path: readonly string[] = []): Json {
  if (Array.isArray(value)) return value.map((item) => normalise(item, path));
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, member]): [string, Json] => {
      const masked =
        (VOLATILE.has(key) || VOLATILE_SETTING.test(key)) && (typeof member !== 'object' || member === null);
      return [key, masked && !path.includes('schema') ? '*' : normalise(member, [...path, key])];
    });
    return Object.fromEntries(entries);
  }
  if (typeof value !== 'string') return value;
  return value
    .replace(/(index \[[^\]/]+\/)[\w-]{22}/g, '$1*')
    .replace(/context found for id \[\d+\]/g, 'context found for id [*]');
}

function close(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= Math.max(2e-6 * Math.max(Math.abs(a), Math.abs(b)), 1e-9);
}

function difference(want: Json, got: Json, path = ''): string | null {
  if (isObject(want) && isObject(got)) {
    // Whether a script was compiled before depends on what ran before.
    const free =
      'graph_query_requests' in got && !('script_compilations' in want) ? 'script_compilations' : null;
    for (const key of new Set([...Object.keys(want), ...Object.keys(got)])) {
      if (key === free) continue;
      if (!(key in got)) return `${path}.${key}: missing`;
      if (!(key in want)) return `${path}.${key}: not expected (${JSON.stringify(got[key]).slice(0, 60)})`;
      const found = difference(want[key], got[key], `${path}.${key}`);
      if (found) return found;
    }
    return null;
  }
  if (Array.isArray(want) && Array.isArray(got)) {
    if (want.length !== got.length) return `${path}: ${got.length} items for ${want.length}`;
    for (let i = 0; i < want.length; i++) {
      const found = difference(want[i], got[i], `${path}[${i}]`);
      if (found) return found;
    }
    return null;
  }
  if (typeof want === 'number' && typeof got === 'number') {
    // The levels of a graph are drawn at random.
    if (path.endsWith('.graph_memory_usage') && Math.abs(want - got) <= 1) return null;
    if (close(want, got)) return null;
  } else if (want === got) return null;
  return `${path}: ${JSON.stringify(got)?.slice(0, 90)} for ${JSON.stringify(want)?.slice(0, 90)}`;
}

/** What differs between a recorded JSON answer and ours, ids and times masked; null: nothing. */
export function jsonDifference(want: unknown, got: unknown): string | null {
  return difference(normalise(want as Json), normalise(got as Json));
}

interface Sheet {
  readonly schema: { name: string }[];
  readonly datarows: Json[][];
}

/** Rows whose order the query leaves open are compared as a set; which rows a LIMIT keeps then is open too. */
function openOrder(json: Json, step: Step): Json {
  if (!isObject(json) || !('datarows' in json)) return json;
  const body = isObject(step.body) ? step.body : {};
  const query = String(body.query ?? '').toUpperCase();
  let sheet = json as unknown as Sheet & { [key: string]: Json };
  if ('schema' in json && /SELECT\s+(\w+\.)?\*/.test(query)) {
    const order = sheet.schema
      .map((_, i) => i)
      .sort((a, b) => (sheet.schema[a].name < sheet.schema[b].name ? -1 : 1));
    const pick = <T>(items: T[]): T[] => (items.length === order.length ? order.map((i) => items[i]) : items);
    sheet = { ...sheet, schema: pick(sheet.schema), datarows: sheet.datarows.map(pick) } as typeof sheet;
  }
  const plain = sheet as unknown as { [key: string]: Json };
  if (query === '' || query.includes('ORDER BY')) return plain;
  if (query.includes('LIMIT') || 'fetch_size' in body) return { ...plain, datarows: sheet.datarows.length };
  const keyed = sheet.datarows.map((row) => ({ row, key: JSON.stringify(row) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return { ...plain, datarows: keyed.map(({ row }) => row) };
}

function judgeBeyond(golden: GoldenCase, got: readonly Answer[]): string | null {
  const bad = got.findIndex((answer, i) => {
    if (golden.steps[i].paste && got[0].status === 200 && answer.status !== 200) return true;
    if (answer.status >= 500) return true;
    return answer.type === 'application/json' && parse(answer.text) === undefined;
  });
  return bad < 0 ? null : `step ${bad}: status ${got[bad].status}`;
}

export function judge(golden: GoldenCase, got: readonly Answer[]): string | null {
  if (golden.kind === 'beyond') return judgeBeyond(golden, got);
  for (const [i, want] of golden.answers.entries()) {
    const answer = got[i];
    // The recording client could not send this step.
    if (want.status === 0) continue;
    if (golden.weak) {
      const five = want.status === 500 || answer.status === 500;
      if (want.status < 400 !== answer.status < 400 && !five)
        return `step ${i}: status ${answer.status} for ${want.status}`;
      continue;
    }
    if (want.status !== answer.status) return `step ${i}: status ${answer.status} for ${want.status}`;
    const wanted = parse(want.text) as Json | undefined;
    const found = parse(answer.text) as Json | undefined;
    if ((wanted === undefined) !== (found === undefined)) return `step ${i}: not the same kind of body`;
    if (wanted === undefined || found === undefined) {
      if (want.text.trim() !== answer.text.trim()) return `step ${i}: text differs`;
      continue;
    }
    const step = golden.steps[i];
    const differs = difference(normalise(openOrder(wanted, step)), normalise(openOrder(found, step)));
    if (differs) return `step ${i}: ${differs}`;
  }
  return null;
}
