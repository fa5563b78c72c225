import type { UpdateContext, UpdateScriptCompiler } from '../cluster/index.ts';
import {
  type Clock,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  type Random,
} from '../common/index.ts';
import { compileScript, fromJson, parseScriptSource, toExactJson, type Value } from '../script/index.ts';

/** Scripts of `_update` and its relatives: `ctx` goes in as a map, its op and _source come out. */
export function updateScriptCompiler(
  clock: Clock,
  random: Random,
  stored: (id: string) => JsonValue | null,
): UpdateScriptCompiler {
  return (json: JsonObject) => {
    const source = parseScriptSource(json);
    const inline = source.id === null ? source : { ...source, ...storedSource(source.id, stored), id: null };
    const script = compileScript(inline, 'update');
    return (ctx) => {
      const map = fromJson(ctx as unknown as JsonObject) as Map<string, Value>;
      script.bind({ ctx: map, nowMs: clock.nowMs(), random: () => random.next() })();
      apply(ctx, map);
    };
  };
}

function storedSource(
  id: string,
  stored: (id: string) => JsonValue | null,
): { readonly source: string; readonly lang: string } {
  const json = stored(id);
  if (!isJsonObject(json))
    throw new OpenSearchError(
      'resource_not_found_exception',
      `unable to find script [${id}] in cluster state`,
    );
  return { source: String(json.source), lang: String(json.lang ?? 'painless') };
}

function apply(ctx: UpdateContext, map: ReadonlyMap<string, Value>): void {
  ctx.op = String(map.get('op') ?? 'index');
  const source = toExactJson(map.get('_source') ?? null);
  if (isJsonObject(source)) ctx._source = source;
}
