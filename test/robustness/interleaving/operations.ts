import type { Answered, Asked, Change, ChangeResult, Place, Seen, Setting, Verdict } from './history.ts';

/** A request, what it means for the history, and how its answer is read. */
export interface Operation {
  readonly asked: Asked;
  readonly method: string;
  readonly path: string;
  readonly body: object | string | null;
  readonly read: (answer: Answer) => Answered;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

type Json = Record<string, unknown>;
export type RefreshPolicy = 'false' | 'true' | 'wait_for';

/** 2xx: done; 4xx: refused, nothing was done; 5xx: nobody knows. */
export function verdictOf(status: number): Verdict {
  return status < 300 ? 'done' : status < 500 ? 'refused' : 'unknown';
}

const onlyVerdict = ({ status }: Answer): Answered => ({ verdict: verdictOf(status) });

function parsed(text: string): Json {
  return JSON.parse(text) as Json;
}

function operation(
  method: string,
  path: string,
  body: object | string | null,
  asked: Omit<Asked, 'label'> & { readonly name?: string },
  read: Operation['read'] = onlyVerdict,
): Operation {
  return { asked: { ...asked, label: `${method} ${path}` }, method, path, body, read };
}

function placeOf(json: Json): Place | null {
  const { _seq_no: seqNo, _primary_term: term } = json as { _seq_no?: number; _primary_term?: number };
  return seqNo === undefined || term === undefined || seqNo < 0 ? null : { seqNo, term };
}

function resultOf(status: number, json: Json): ChangeResult {
  // A deletion that finds nothing is a 404, and yet it was done.
  const isDone = status < 300 || json.result === 'not_found';
  const version = typeof json._version === 'number' ? json._version : null;
  return { verdict: isDone ? 'done' : verdictOf(status), place: placeOf(json), version };
}

function sourceOf({ value, fields = {} }: Change): object {
  return { v: value, ...fields };
}

const settingsOf = (changes: readonly Change[]): Setting[] =>
  changes.flatMap(({ index, fields = {} }) =>
    Object.keys(fields).map((name) => ({ key: `field ${index}.${name}`, value: 'text' })),
  );

/** One document: PUT, DELETE, or an update of what is there. */
export function writeOne(change: Change, refresh: RefreshPolicy, isUpdate = false): Operation {
  const { index, id, value, condition, isCreate } = change;
  const parameters = new URLSearchParams();
  if (refresh !== 'false') parameters.set('refresh', refresh);
  if (isCreate) parameters.set('op_type', 'create');
  if (condition) {
    parameters.set('if_seq_no', String(condition.seqNo));
    parameters.set('if_primary_term', String(condition.term));
  }
  const query = parameters.size > 0 ? `?${parameters}` : '';
  const [method, path, body] = isUpdate
    ? ['POST', `/${index}/_update/${id}${query}`, { doc: sourceOf(change) }]
    : [
        value === null ? 'DELETE' : 'PUT',
        `/${index}/_doc/${id}${query}`,
        value === null ? null : sourceOf(change),
      ];
  const asked = { changes: [change], sets: settingsOf([change]), isRefreshed: refresh !== 'false' };
  return operation(method as string, path as string, body as object | null, asked, ({ status, text }) => {
    const result = resultOf(status, parsed(text));
    return { verdict: result.verdict, results: [result] };
  });
}

export function bulk(changes: readonly Change[], refresh: RefreshPolicy): Operation {
  const lines = changes.map((change) => {
    const { index, id, value, condition, isCreate } = change;
    const place = condition ? { if_seq_no: condition.seqNo, if_primary_term: condition.term } : {};
    const head = { _index: index, _id: id, ...place };
    if (value === null) return `${JSON.stringify({ delete: head })}\n`;
    const action = isCreate ? { create: head } : { index: head };
    return `${JSON.stringify(action)}\n${JSON.stringify(sourceOf(change))}\n`;
  });
  const path = refresh === 'false' ? '/_bulk' : `/_bulk?refresh=${refresh}`;
  const asked = { changes, isRefreshed: refresh !== 'false' };
  return operation('POST', path, lines.join(''), asked, ({ status, text }) => {
    const verdict = verdictOf(status);
    if (verdict !== 'done') return { verdict };
    const items = parsed(text).items as Record<string, Json>[];
    const results = items.map((item) => {
      const [outcome] = Object.values(item);
      return resultOf(Number(outcome.status), outcome);
    });
    return { verdict, results };
  });
}

export function get(index: string, id: string): Operation {
  return operation('GET', `/${index}/_doc/${id}`, null, {}, ({ status, text }) => {
    const json = parsed(text);
    const verdict = verdictOf(status);
    if (status !== 200 && json.found !== false) return { verdict };
    return { verdict: 'done', got: [seenOf({ _index: index, _id: id, ...json })] };
  });
}

function seenOf(json: Json): Seen {
  const source = json._source as { v?: string } | undefined;
  return {
    index: String(json._index),
    id: String(json._id),
    value: source?.v ?? null,
    place: placeOf(json),
    version: typeof json._version === 'number' ? json._version : null,
  };
}

/** Everything of an index, or what one field says; of the primary, or of any copy. */
export function search(
  index: string,
  where: readonly [string, string] | null = null,
  copy: '_rockpool:primary' | null = '_rockpool:primary',
): Operation {
  const preference = copy === null ? '' : `&preference=${copy}`;
  const path = `/${index}/_search?size=1000&seq_no_primary_term=true&version=true${preference}`;
  const body = where === null ? null : { query: { term: { [`${where[0]}.keyword`]: where[1] } } };
  return operation('POST', path, body, { searches: { index, where } }, ({ status, text }) => {
    const verdict = verdictOf(status);
    if (verdict !== 'done') return { verdict };
    const {
      hits,
      _shards: shards,
      timed_out: isLate,
    } = parsed(text) as {
      hits: { hits: Json[] };
      _shards: { failed: number };
      timed_out: boolean;
    };
    const isComplete = shards.failed === 0 && !isLate;
    return { verdict, found: { hits: hits.hits.map(seenOf), isComplete, copy } };
  });
}

/** Everything of an index as an aggregation tells it, which the request cache may know already. */
export function aggregate(index: string): Operation {
  const path = `/${index}/_search?preference=_rockpool:primary`;
  const documents = { top_hits: { size: 100, seq_no_primary_term: true, version: true } };
  const body = { size: 0, aggs: { documents } };
  return operation('POST', path, body, { searches: { index, where: null } }, ({ status, text }) => {
    const verdict = verdictOf(status);
    if (verdict !== 'done') return { verdict };
    const {
      aggregations,
      _shards: shards,
      timed_out: isLate,
    } = parsed(text) as {
      aggregations?: { documents: { hits: { hits: Json[] } } };
      _shards: { failed: number };
      timed_out: boolean;
    };
    const hits = aggregations?.documents.hits.hits ?? [];
    const isComplete = shards.failed === 0 && !isLate;
    return { verdict, found: { hits: hits.map(seenOf), isComplete, copy: '_rockpool:primary' } };
  });
}

/** A search whose hits the request cache may know already. */
export function cachedSearch(index: string): Operation {
  const { path, ...rest } = search(index);
  return { ...rest, path: `${path}&request_cache=true` };
}

export function refresh(index: string): Operation {
  return operation('POST', `/${index}/_refresh`, null, { refreshes: index }, ({ status, text }) => {
    if (status !== 200) return { verdict: verdictOf(status) };
    const { failed } = parsed(text)._shards as { failed: number };
    return { verdict: failed === 0 ? 'done' : 'unknown' };
  });
}

/** What changes nothing that a client sees. */
export function maintain(path: string): Operation {
  return operation('POST', path, null, {});
}

/** Stops or starts a node, or gives an index another number of replicas. */
export function moveCopies(method: string, path: string, body: object | null = null): Operation {
  return operation(method, path, body, { moves: true });
}

export function setRegister(
  method: string,
  path: string,
  body: object | null,
  sets: readonly Setting[],
): Operation {
  return operation(method, path, body, { sets }, (answer) => withAbsence(method, sets, answer));
}

/** A deletion that finds nothing changes nothing: it has read that there is nothing. */
function withAbsence(method: string, sets: readonly Setting[], { status }: Answer): Answered {
  return { verdict: verdictOf(status), read: method === 'DELETE' && status === 404 ? sets : [] };
}

/** Reads registers; what is not there is a 404. */
export function readRegisters(path: string, read: (json: Json | null) => readonly Setting[]): Operation {
  return operation('GET', path, null, {}, ({ status, text }) => {
    if (status !== 200 && status !== 404) return { verdict: verdictOf(status) };
    return { verdict: 'done', read: read(status === 404 ? null : parsed(text)) };
  });
}

export function deleteIndex(index: string, sets: readonly Setting[]): Operation {
  const asked = { wipes: index, sets };
  return operation('DELETE', `/${index}`, null, asked, (answer) => withAbsence('DELETE', sets, answer));
}
