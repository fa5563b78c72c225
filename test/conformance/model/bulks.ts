import fc from 'fast-check';
import type { Condition, Model, ShardModel, Source } from './model.ts';
import { outcome, type Real } from './real.ts';
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

interface Bulk {
  readonly writes: readonly Write[];
  readonly refresh: boolean;
}

interface BulkAnswer {
  readonly errors: boolean;
  readonly items: readonly Readonly<Record<string, DocumentAnswer & { readonly status: number }>>[];
}

/** The lines of an item. */
function lines(write: Write, when: Condition): string {
  const { action, target, id, routing, source, upsert } = write;
  const head = {
    _index: target,
    _id: id,
    ...(routing === null ? {} : { routing }),
    ...(when.versionType ? { version: when.version, version_type: when.versionType } : {}),
    ...(when.ifSeqNo === undefined ? {} : { if_seq_no: when.ifSeqNo, if_primary_term: when.ifTerm }),
  };
  const first = `${JSON.stringify({ [action]: head })}\n`;
  if (action === 'delete') return first;
  const body = action === 'update' ? { doc: source, ...(upsert === null ? {} : { upsert }) } : source;
  return `${first}${JSON.stringify(body)}\n`;
}

async function runBulk(model: Model, real: Real, { writes, refresh }: Bulk): Promise<void> {
  // All conditions are of the moment before the request: what comes earlier in it makes later ones fail.
  const conditions = writes.map((write) => conditionOf(model, write));
  const body = writes.map((write, i) => lines(write, conditions[i])).join('');
  const answer = await real.ask<BulkAnswer>('POST', `/_bulk?refresh=${refresh}`, body);
  const touched = new Set<ShardModel>();
  const expected = writes.map((write, i) => {
    const applied = apply(model, write, conditions[i]);
    if (applied.shard) touched.add(applied.shard);
    return { [write.action]: refresh ? refreshed(applied.expected) : applied.expected };
  });
  if (refresh) for (const shard of touched) shard.refresh();
  const items = answer.body.items.map((item) =>
    Object.fromEntries(
      Object.entries(item).map(([action, one]) => [
        action,
        outcome({ status: one.status, body: one }, documentAnswer),
      ]),
    ),
  );
  const errors = expected.some((item) => 'error' in Object.values(item)[0]);
  same(
    { status: answer.status, errors: answer.body.errors, items },
    {
      status: 200,
      errors,
      items: expected,
    },
  );
}

const anyWrite = fc
  .oneof(
    { weight: 4, arbitrary: writesOf('index') },
    { weight: 2, arbitrary: writesOf('create') },
    { weight: 3, arbitrary: writesOf('update') },
    { weight: 2, arbitrary: writesOf('delete') },
  )
  // Which of two shards is the first to give a new field its type is not decided.
  .map(
    (write): Write => ({
      ...write,
      source: withoutWords(write.source),
      upsert: write.upsert && withoutWords(write.upsert),
    }),
  );

function withoutWords({ x, ...rest }: Source): Source {
  return typeof x === 'number' ? { ...rest, x } : rest;
}

export const bulks: readonly Row[] = [
  row<Bulk>({
    name: 'bulk',
    weight: 6,
    arbitrary: fc.record({ writes: fc.array(anyWrite, { minLength: 1, maxLength: 8 }), refresh: refreshes }),
    run: runBulk,
  }),
];
