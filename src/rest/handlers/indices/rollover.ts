import type { LocalIndex, TemplateContent } from '../../../cluster/index.ts';
import {
  newBackingIndex,
  parseAliasActions,
  parseCreateIndex,
  writeIndexOfStream,
} from '../../../cluster/index.ts';
import type { JsonObject, JsonValue } from '../../../common/index.ts';
import {
  formatSizeBytes,
  formatTimeMs,
  hashMapOrder,
  illegalArgument,
  isJsonObject,
  parseSizeBytes,
  parseTimeMs,
} from '../../../common/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { timeoutParameters } from '../indicesOptions.ts';
import { checkMembers, type Members, objectBody, parsedMember } from '../objectBody.ts';

export const rolloverRoutes: readonly Route[] = routes(
  ['POST /{index}/_rollover', 'POST /{index}/_rollover/{new_index}'],
  {
    body: 'json',
    parameters: [...timeoutParameters, 'dry_run', 'wait_for_active_shards'],
    doc: 'give an alias a new index to write to, when conditions are met',
  },
  async (request, services) => {
    const alias = request.pathParam('index');
    const { conditions: given, ...rest } = parseBody(request.jsonValue());
    const content = parseCreateIndex(rest);
    const stream = services.cluster.names.dataStreams.get(alias);
    const source = stream ? writeIndexOfStream(stream) : writeIndex(alias, services);
    const newName = request.param('new_index');
    if (stream && newName !== null) {
      throw illegalArgument('new index name may not be specified when rolling over a data stream');
    }
    const target = newName ?? nextName(source.name);
    const met = checkConditions(parseConditions(given), source, services);
    const results = Object.values(met);
    const rolls = results.length === 0 || results.includes(true);
    const dryRun = request.bool('dry_run', false);
    services.cluster.checkNewName(target);
    if (rolls && !dryRun) {
      if (stream) await newBackingIndex(services.cluster, alias, stream.generation + 1, content);
      else await rollOver(alias, source, target, content, services);
    }
    return answer(source.name, target, rolls && !dryRun, dryRun, met);
  },
);

function answer(
  source: string,
  target: string,
  rolledOver: boolean,
  dryRun: boolean,
  conditions: Record<string, boolean>,
): ReturnType<typeof json> {
  return json({
    acknowledged: rolledOver,
    shards_acknowledged: rolledOver,
    old_index: source,
    new_index: target,
    rolled_over: rolledOver,
    dry_run: dryRun,
    conditions,
  });
}

function writeIndex(alias: string, { cluster }: RestServices): LocalIndex {
  const indices = cluster.names.aliases.get(alias);
  if (!indices) {
    const kind = cluster.indices.has(alias) ? 'index' : 'nothing';
    if (kind === 'index')
      throw illegalArgument(
        `rollover target is a [concrete index] but one of [alias,data_stream] was expected`,
      );
    throw illegalArgument(`rollover target [${alias}] does not exist`);
  }
  const writer =
    indices.find((index) => index.aliases.get(alias)?.is_write_index === true) ??
    indices.find((index) => indices.length === 1 && index.aliases.get(alias)?.is_write_index !== false);
  if (!writer) throw illegalArgument(`rollover target [${alias}] does not point to a write index`);
  return cluster.indices.get(writer.name) as LocalIndex;
}

/** `logs-000001` → `logs-000002`. */
function nextName(name: string): string {
  const match = /^(.*)-(\d+)$/.exec(name);
  if (!match) throw illegalArgument(`index name [${name}] does not match pattern '^.*-\\d+$'`);
  return `${match[1]}-${String(Number(match[2]) + 1).padStart(6, '0')}`;
}

const CONDITIONS: Members = {
  max_age: ['VALUE_STRING'],
  max_docs: ['VALUE_NUMBER', 'VALUE_STRING'],
  max_size: ['VALUE_STRING'],
};

function parseBody(value: JsonValue): JsonObject {
  const object = ['START_OBJECT'] as const;
  const members = { settings: object, mappings: object, aliases: object, conditions: object };
  const body = objectBody(value, 'rollover', members);
  const { conditions } = body;
  if (!isJsonObject(conditions)) return body;
  parsedMember(body, 'rollover', 'conditions', () => {
    checkMembers(conditions, 'conditions', CONDITIONS);
    for (const key of Object.keys(conditions)) {
      parsedMember(conditions, 'conditions', key, () => conditionOf(key, conditions[key]));
    }
  });
  return body;
}

function parseConditions(conditions: JsonValue | undefined): Condition[] {
  if (!isJsonObject(conditions)) return [];
  return Object.entries(conditions).map(([name, value]) => conditionOf(name, value));
}

/** A condition in printed form, and whether an index meets it. */
interface Condition {
  readonly text: string;
  isMet(index: { readonly ageMs: number; readonly docs: number; readonly sizeBytes: number }): boolean;
}

function conditionOf(name: string, value: JsonValue): Condition {
  const text = String(value);
  switch (name) {
    case 'max_age': {
      const maxAgeMs = parseTimeMs(text, name);
      return { text: `[max_age: ${formatTimeMs(maxAgeMs)}]`, isMet: ({ ageMs }) => ageMs >= maxAgeMs };
    }
    case 'max_size': {
      const maxBytes = parseSizeBytes(text, name);
      return {
        text: `[max_size: ${formatSizeBytes(maxBytes)}]`,
        isMet: ({ sizeBytes }) => sizeBytes >= maxBytes,
      };
    }
    default: {
      const maxDocs = Math.trunc(Number(text));
      if (text.trim() === '' || Number.isNaN(maxDocs)) throw illegalArgument(`For input string: "${text}"`);
      return { text: `[max_docs: ${maxDocs}]`, isMet: ({ docs }) => docs >= maxDocs };
    }
  }
}

function checkConditions(
  conditions: readonly Condition[],
  index: LocalIndex,
  { clock }: RestServices,
): Record<string, boolean> {
  const stats = index.copies
    .filter((copy) => copy.routing.primary)
    .flatMap((copy) => copy.shard?.stats() ?? []);
  const docs = stats.reduce((sum, stat) => sum + stat.docs.count, 0);
  const sizeBytes = stats.reduce((sum, stat) => sum + stat.store.sizeBytes, 0);
  const ageMs = clock.nowMs() - index.creationDateMs;
  const met = new Map(conditions.map(({ text, isMet }) => [text, isMet({ ageMs, docs, sizeBytes })]));
  return Object.fromEntries(hashMapOrder([...met.keys()]).map((text) => [text, met.get(text) === true]));
}

async function rollOver(
  alias: string,
  source: LocalIndex,
  target: string,
  content: TemplateContent,
  { cluster }: RestServices,
): Promise<void> {
  const explicit = source.aliases.get(alias)?.is_write_index === true;
  await cluster.createIndex(target, content);
  const actions: JsonObject[] = [
    { add: { index: target, alias, ...(explicit ? { is_write_index: true } : {}) } },
  ];
  if (explicit)
    actions.unshift({
      add: { index: source.name, alias, ...source.aliases.get(alias), is_write_index: false },
    });
  else actions.unshift({ remove: { index: source.name, alias } });
  await cluster.updateAliases(parseAliasActions({ actions }));
}
