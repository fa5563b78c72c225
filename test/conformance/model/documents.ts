import fc from 'fast-check';
import { flags, ids, routings, targets } from './arbitraries.ts';
import { isUnusable, type Model, type Stored } from './model.ts';
import { type Answer, outcome, type Real } from './real.ts';
import { same } from './same.ts';
import { type Row, row } from './step.ts';
import {
  apply,
  conditionOf,
  type DocumentAnswer,
  documentAnswer,
  refreshed,
  refreshes,
  type Write,
  writesOf,
} from './writes.ts';

interface SingleWrite {
  readonly write: Write;
  readonly refresh: boolean;
}

/** Method, path and body of a write as a request of its own. */
const requests: Record<Write['action'], (write: Write) => [string, string, object | null]> = {
  index: ({ target, id, source }) => ['PUT', `/${target}/_doc/${id}`, source],
  create: ({ target, id, source }) => ['PUT', `/${target}/_create/${id}`, source],
  update: ({ target, id, source, upsert }) => [
    'POST',
    `/${target}/_update/${id}`,
    upsert === null ? { doc: source } : { doc: source, upsert },
  ],
  delete: ({ target, id }) => ['DELETE', `/${target}/_doc/${id}`, null],
};

async function runWrite(model: Model, real: Real, { write, refresh }: SingleWrite): Promise<void> {
  const when = conditionOf(model, write);
  const parameters = new URLSearchParams();
  if (write.routing !== null) parameters.set('routing', write.routing);
  if (when.versionType) {
    parameters.set('version', String(when.version));
    parameters.set('version_type', when.versionType);
  }
  if (when.ifSeqNo !== undefined) {
    parameters.set('if_seq_no', String(when.ifSeqNo));
    parameters.set('if_primary_term', String(when.ifTerm));
  }
  if (refresh) parameters.set('refresh', 'true');
  const [method, path, body] = requests[write.action](write);
  const answer = await real.ask<DocumentAnswer>(method, `${path}?${parameters}`, body);
  const { expected, shard, isIdle } = apply(model, write, when);
  // An update that comes to nothing never reaches the shard's own write, which is what refreshes.
  const isRefreshed = refresh && !isIdle;
  if (isRefreshed) shard?.refresh();
  same(outcome(answer, documentAnswer), isRefreshed ? refreshed(expected) : expected);
}

const single = (name: string, action: Write['action'], weight: number): Row =>
  row<SingleWrite>({
    name,
    weight,
    arbitrary: fc.record({ write: writesOf(action), refresh: refreshes }),
    run: runWrite,
  });

interface Read {
  readonly target: string;
  readonly id: string;
  readonly routing: string | null;
  readonly realtime: boolean;
}

interface GetAnswer {
  readonly found: boolean;
  readonly _index: string;
  readonly _id: string;
  readonly error?: { readonly type: string };
}

const reads = fc.record({
  target: targets,
  id: ids,
  routing: routings,
  realtime: flags(3).map((flag) => !flag),
});

/** The whole answer to a get of this document, or of a missing one. */
function found(index: string, id: string, stored: Stored | undefined) {
  if (!stored) return { _index: index, _id: id, found: false };
  const { version, seqNo, term, routing, source } = stored;
  const state = { _index: index, _id: id, _version: version, _seq_no: seqNo, _primary_term: term };
  return { ...state, ...(routing === null ? {} : { _routing: routing }), found: true, _source: source };
}

function read(model: Model, { target, id, routing, realtime }: Read) {
  const index = model.single(target);
  if (isUnusable(index)) return index;
  const shard = index.shardOf(id, routing);
  return found(index.name, id, (realtime ? shard.documents : shard.published).get(id));
}

async function runGet(model: Model, real: Real, made: Read): Promise<void> {
  const routing = made.routing === null ? '' : `&routing=${made.routing}`;
  const path = `/${made.target}/_doc/${made.id}?realtime=${made.realtime}${routing}`;
  const answer: Answer<GetAnswer> = await real.ask('GET', path);
  const expected = read(model, made);
  same(
    outcome(answer, (body) => body),
    isUnusable(expected) ? expected : { status: expected.found ? 200 : 404, answer: expected },
  );
}

async function runMget(
  model: Model,
  real: Real,
  { wanted, realtime }: { wanted: Read[]; realtime: boolean },
) {
  const docs = wanted.map(({ target, id, routing }) => ({
    _index: target,
    _id: id,
    ...(routing === null ? {} : { routing }),
  }));
  const { status, body } = await real.ask<{ docs: GetAnswer[] }>('POST', `/_mget?realtime=${realtime}`, {
    docs,
  });
  const answers = body.docs.map((doc) => (doc.error ? doc.error.type : doc));
  const expected = wanted.map((one) => {
    const each = read(model, { ...one, realtime });
    return isUnusable(each) ? each.error : each;
  });
  same({ status, answers }, { status: 200, answers: expected });
}

/** A document without an id: the engine makes one. */
async function runAdd(model: Model, real: Real, write: Write): Promise<void> {
  const answer = await real.ask<DocumentAnswer>('POST', `/${write.target}/_doc`, write.source);
  const { expected } = apply(model, { ...write, id: answer.body._id ?? '' }, {});
  same(outcome(answer, documentAnswer), expected);
}

export const documents: readonly Row[] = [
  single('index', 'index', 8),
  single('create', 'create', 3),
  single('update', 'update', 5),
  single('delete', 'delete', 4),
  row({
    name: 'add',
    arbitrary: writesOf('index').map(
      (write): Write => ({ ...write, routing: null, expects: { kind: 'any' } }),
    ),
    run: runAdd,
  }),
  row({ name: 'get', weight: 4, arbitrary: reads, run: runGet }),
  row({
    name: 'mget',
    arbitrary: fc.record({ wanted: fc.array(reads, { minLength: 1, maxLength: 4 }), realtime: fc.boolean() }),
    run: runMget,
  }),
];
