import type { LocalIndex, TemplateContent } from '../../../cluster/index.ts';
import {
  newBackingIndex,
  parseAliasActions,
  parseCreateIndex,
  writeIndexOfStream,
} from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument, isJsonObject, parseSizeBytes, parseTimeMs } from '../../../common/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { timeoutParameters } from '../indicesOptions.ts';

export const rolloverRoutes: readonly Route[] = routes(
  ['POST /{index}/_rollover', 'POST /{index}/_rollover/{new_index}'],
  {
    body: 'json',
    parameters: [...timeoutParameters, 'dry_run', 'wait_for_active_shards'],
    doc: 'give an alias a new index to write to, when conditions are met',
  },
  async (request, services) => {
    const alias = request.pathParam('index');
    const { conditions, ...rest } = request.json() ?? {};
    const content = parseCreateIndex(rest);
    const stream = services.cluster.names.dataStreams.get(alias);
    const source = stream ? writeIndexOfStream(stream) : writeIndex(alias, services);
    const newName = request.param('new_index');
    if (stream && newName !== null) {
      throw illegalArgument('new index name may not be specified when rolling over a data stream');
    }
    const target = newName ?? nextName(source.name);
    const met = checkConditions(isJsonObject(conditions) ? conditions : {}, source, services);
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
    (indices.length === 1 ? indices[0] : undefined);
  if (!writer) throw illegalArgument(`rollover target [${alias}] does not point to a write index`);
  return cluster.indices.get(writer.name) as LocalIndex;
}

/** `logs-000001` → `logs-000002`. */
function nextName(name: string): string {
  const match = /^(.*)-(\d+)$/.exec(name);
  if (!match) throw illegalArgument(`index name [${name}] does not match pattern '^.*-\\d+$'`);
  return `${match[1]}-${String(Number(match[2]) + 1).padStart(6, '0')}`;
}

function checkConditions(
  conditions: JsonObject,
  index: LocalIndex,
  { clock }: RestServices,
): Record<string, boolean> {
  const stats = index.copies
    .filter((copy) => copy.routing.primary)
    .flatMap((copy) => copy.shard?.stats() ?? []);
  const docs = stats.reduce((sum, stat) => sum + stat.docs.count, 0);
  const size = stats.reduce((sum, stat) => sum + stat.store.sizeBytes, 0);
  const met: Record<string, boolean> = {};
  for (const [name, value] of Object.entries(conditions)) {
    const text = String(value);
    if (name === 'max_docs') met[`[max_docs: ${text}]`] = docs >= Number(text);
    else if (name === 'max_age') {
      met[`[max_age: ${text}]`] = clock.nowMs() - index.creationDateMs >= parseTimeMs(text, 'max_age');
    } else if (name === 'max_size') met[`[max_size: ${text}]`] = size >= parseSizeBytes(text, 'max_size');
    else throw illegalArgument(`unknown condition [${name}]`);
  }
  return met;
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
