import { createAnalysisRegistry } from '../../../src/analysis/index.ts';
import type { JsonObject, JsonValue } from '../../../src/common/index.ts';
import { ManualClock, Pacer, parseJson } from '../../../src/common/index.ts';
import { createMapperService, type MapperService } from '../../../src/mapper/index.ts';
import {
  docArray,
  hasDoc,
  type LeafContext,
  parseQuery,
  type QueryShardContext,
} from '../../../src/query/index.ts';
import { LeafReader, SegmentBuilder, SegmentCore } from '../../../src/segment/index.ts';

/** A shard in memory: a mapping, and documents that lie in one segment or several. */

export const clock = new ManualClock();

export function createMapper(
  mapping: JsonObject,
  settings: ReadonlyMap<string, string> = new Map(),
): MapperService {
  const analysis = createAnalysisRegistry(settings);
  const mapper = createMapperService({ indexName: 'test', analysis, settings: () => settings });
  mapper.merge(mapping, 'create');
  return mapper;
}

/** Documents are JSON; their `_id` is their place. `segments` says how many documents each segment has. */
export async function leavesOf(
  mapper: MapperService,
  documents: readonly JsonObject[],
  segments: readonly number[] = [documents.length],
  routing: string | null = null,
): Promise<LeafContext[]> {
  const leaves: LeafContext[] = [];
  let at = 0;
  let docBase = 0;
  for (const [ord, count] of segments.entries()) {
    const builder = new SegmentBuilder();
    for (const end = at + count; at < end; at++) {
      const source = new TextEncoder().encode(JSON.stringify(documents[at]));
      const id = String(at);
      let parsed = mapper.parse({ id, routing, source });
      if (parsed.mappingUpdate !== null) {
        mapper.merge(parsed.mappingUpdate, 'dynamic');
        parsed = mapper.parse({ id, routing, source });
      }
      builder.add(parsed, { seqNo: at, version: 1, primaryTerm: 1 });
    }
    const data = await builder.finish(new Pacer(clock));
    const reader = new LeafReader(new SegmentCore(`_${ord}`, data, 0), null);
    leaves.push({ reader, ord, docBase });
    docBase += reader.maxDoc;
  }
  return leaves;
}

export function contextOf(mapper: MapperService, leaves: readonly LeafContext[]): QueryShardContext {
  const settings = new Map<string, string>();
  return {
    indexName: 'test',
    indexUuid: 'uuid',
    shardId: 0,
    mapper,
    analysis: createAnalysisRegistry(settings),
    settings,
    now: () => clock.nowMs(),
    leaves,
    prepare: () => {},
    checkCancelled: () => {},
  };
}

export interface Found {
  readonly id: string;
  readonly score: number;
}

/** What a query finds among root documents, in order of arrival; match() and score() must agree. */
export function find(context: QueryShardContext, json: JsonValue): Found[] {
  const query = parseQuery(json).toQuery(context);
  return context.leaves.flatMap((leaf) => {
    const matched = query.match(leaf);
    const scored = query.score(leaf);
    const docs = docArray(scored.docs);
    if (docs.length !== docArray(matched).length || !docs.every((doc) => hasDoc(matched, doc))) {
      throw new Error(`match and score differ for ${JSON.stringify(json)}`);
    }
    const found: Found[] = [];
    docs.forEach((doc, i) => {
      if (leaf.reader.rootDocs !== null && !leaf.reader.rootDocs.has(doc)) return;
      const score = scored.scores === null ? scored.constant : scored.scores[i];
      found.push({ id: leaf.reader.id(doc), score });
    });
    return found;
  });
}

export function ids(context: QueryShardContext, json: JsonValue): string {
  return find(context, json)
    .map(({ id }) => id)
    .join(' ');
}

export const json = (text: string): JsonValue => parseJson(text);
