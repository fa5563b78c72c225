import fc from 'fast-check';
import { flags, ids, routings, sources, targets } from './arbitraries.ts';
import {
  type Condition,
  type IndexModel,
  isUnusable,
  type Model,
  type ShardModel,
  type Source,
} from './model.ts';

/** What a write says of the document that it expects, by what the model knows of it. */
type Expectation =
  | { readonly kind: 'any' | 'as it is' | 'as it was' }
  | { readonly kind: 'external' | 'external_gte'; readonly ahead: number };

/** One operation: a request of its own, or an item of a bulk. */
export interface Write {
  readonly action: 'index' | 'create' | 'update' | 'delete';
  readonly target: string;
  readonly id: string;
  readonly routing: string | null;
  /** The document; of an update what is merged in. */
  readonly source: Source;
  readonly upsert: Source | null;
  readonly expects: Expectation;
}

export interface DocumentAnswer {
  readonly _index: string;
  readonly _id: string;
  readonly _version: number;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly result: string;
  readonly forced_refresh?: boolean;
}

export type Expected =
  | { readonly status: number; readonly error: string }
  | { readonly status: number; readonly answer: DocumentAnswer };

export interface Applied {
  readonly expected: Expected;
  /** Where it came to be decided; null when it got no further than the names. */
  readonly shard: ShardModel | null;
  /** An update that wrote nothing, and why does not matter. */
  readonly isIdle: boolean;
}

const CONFLICT = { status: 409, error: 'version_conflict_engine_exception' };
const UNPARSABLE = { status: 400, error: 'mapper_parsing_exception' };
const MISSING = { status: 404, error: 'document_missing_exception' };
const STATUS = { created: 201, updated: 200, deleted: 200, not_found: 404, noop: 200 };

const fixed: fc.Arbitrary<Expectation> = fc.record({ kind: fc.constantFrom('as it is', 'as it was') });
const external: fc.Arbitrary<Expectation> = fc.record({
  kind: fc.constantFrom('external', 'external_gte'),
  ahead: fc.constantFrom(-1, 0, 1, 5),
});
const any: fc.Arbitrary<Expectation> = fc.constant({ kind: 'any' });

const expectations = {
  index: fc.oneof({ weight: 4, arbitrary: any }, fixed, external),
  create: any,
  update: fc.oneof({ weight: 4, arbitrary: any }, fixed),
  delete: fc.oneof({ weight: 4, arbitrary: any }, fixed, external),
};

/** Writes of one action. */
export function writesOf(action: Write['action']): fc.Arbitrary<Write> {
  return fc
    .record({
      action: fc.constant(action),
      target: targets,
      id: ids,
      routing: routings,
      source: sources,
      upsert: action === 'update' ? fc.option(sources) : fc.constant(null),
      expects: expectations[action],
    })
    .map((write) => (write.expects.kind === 'any' ? write : { ...write, upsert: null }));
}

export const refreshes = flags(4);

/** The conditions that a write asks for, with the figures of the moment; nothing for names that stand for no index. */
export function conditionOf(model: Model, { target, id, routing, expects }: Write): Condition {
  const index = model.writable(target);
  if (isUnusable(index) || expects.kind === 'any') return {};
  const shard = index.shardOf(id, routing);
  const { seqNo = 0, term = 1 } = shard.documents.get(id) ?? {};
  switch (expects.kind) {
    case 'as it is':
      return { ifSeqNo: seqNo, ifTerm: term };
    case 'as it was':
      return { ifSeqNo: seqNo + 1, ifTerm: term };
    default:
      return {
        version: Math.max(0, shard.versionOf(id) + ('ahead' in expects ? expects.ahead : 0)),
        versionType: expects.kind,
      };
  }
}

/** Does it to the model. */
export function apply(model: Model, write: Write, when: Condition): Applied {
  const index = model.writable(write.target);
  if (isUnusable(index)) return { expected: index, shard: null, isIdle: true };
  const shard = index.shardOf(write.id, write.routing);
  const expected = decide(index, shard, write, when);
  const wrote = 'answer' in expected && expected.answer.result !== 'noop';
  return { expected, shard, isIdle: write.action === 'update' && !wrote };
}

function decide(index: IndexModel, shard: ShardModel, write: Write, when: Condition): Expected {
  const { id, routing } = write;
  const store = (source: Source, to: string | null, isCreate: boolean, condition: Condition): Expected => {
    // A document is parsed before anybody looks whether it may be written.
    if (!index.parse(source)) return UNPARSABLE;
    return answer(shard.index({ id, routing: to, source }, isCreate, condition));
  };
  const answer = (written: ReturnType<ShardModel['delete']>): Expected => {
    if (written === null) return CONFLICT;
    const { result, version, seqNo, term } = written;
    const state = { _index: index.name, _id: id, _version: version, _seq_no: seqNo, _primary_term: term };
    return { status: STATUS[result], answer: { ...state, result } };
  };
  switch (write.action) {
    case 'delete':
      return answer(shard.delete(id, when));
    case 'update': {
      const update = shard.update(id, write.source, write.upsert, when);
      if (update.kind === 'missing') return MISSING;
      if (update.kind === 'conflict') return CONFLICT;
      if (update.kind === 'noop') return answer(update.written);
      return store(update.source, routing ?? shard.documents.get(id)?.routing ?? null, update.isCreate, {});
    }
    default:
      return store(write.source, routing, write.action === 'create', when);
  }
}

/** What of a document's answer is compared. */
export function documentAnswer(body: DocumentAnswer): DocumentAnswer {
  const { _index, _id, _version, _seq_no, _primary_term, result, forced_refresh } = body;
  const answer = { _index, _id, _version, _seq_no, _primary_term, result };
  return forced_refresh === undefined ? answer : { ...answer, forced_refresh };
}

/** The answer with what a forced refresh adds to it. */
export function refreshed(expected: Expected): Expected {
  if (!('answer' in expected)) return expected;
  return { ...expected, answer: { ...expected.answer, forced_refresh: true } };
}
