import {
  type Clock,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  type Random,
} from '../../common/index.ts';
import {
  asText,
  compileScript,
  fromJson,
  parseScriptSource,
  type ScriptSource,
  toExactJson,
  type Value,
} from '../../script/index.ts';
import type { UpdateContext, UpdateScriptCompiler } from './updateDocument.ts';

/**
 * Compiles scripts of `_update`, `_update_by_query` and `_reindex`: `ctx` is passed in as a map and read back
 * afterwards. `stored` finds scripts by id.
 */
export function updateScriptCompiler(
  clock: Clock,
  random: Random,
  stored: (id: string) => JsonValue | null,
): UpdateScriptCompiler {
  return (json: JsonObject) => {
    const script = compileScript(inlineSource(parseScriptSource(json), stored), 'update');
    return (ctx) => {
      const map = fromJson(ctx as unknown as JsonObject) as Map<string, Value>;
      script.bind({ ctx: map, now: () => clock.nowMs(), random: () => random.next() })();
      readBack(map, ctx);
    };
  };
}

function inlineSource(source: ScriptSource, stored: (id: string) => JsonValue | null): ScriptSource {
  if (source.id === null) return source;
  const json = stored(source.id);
  if (!isJsonObject(json)) {
    const reason = `unable to find script [${source.id}] in cluster state`;
    throw new OpenSearchError('resource_not_found_exception', reason);
  }
  return { ...source, id: null, source: String(json.source), lang: String(json.lang ?? 'painless') };
}

function readBack(map: ReadonlyMap<string, Value>, ctx: UpdateContext): void {
  ctx.op = textOf(map.get('op')) ?? 'index';
  const source = toExactJson(map.get('_source') ?? null);
  if (isJsonObject(source)) ctx._source = source;
  ctx._id = textOf(map.get('_id')) ?? '';
  ctx._index = textOf(map.get('_index')) ?? ctx._index;
  ctx._routing = textOf(map.get('_routing'));
}

function textOf(value: Value | undefined): string | null {
  return value === undefined || value === null ? null : asText(value);
}
