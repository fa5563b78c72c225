import type { ExactJsonValue, JsonObject, JsonValue } from '../../common/index.ts';
import { illegalArgument, JsonDouble } from '../../common/index.ts';
import type { Value } from '../../script/index.ts';
import { asText, compileScript, Double } from '../../script/index.ts';
import type { UpdateContext, UpdateScriptCompiler } from './updateDocument.ts';

/** Compiles scripts of the `update` context; `stored` finds scripts that are named by id. */
export function updateScripts(stored: (id: string) => JsonObject | undefined): UpdateScriptCompiler {
  return (json) => {
    const script = compileScript(resolveStored(json, stored), 'update');
    return (ctx) => {
      const map = contextMap(ctx);
      script.bind({ ctx: map, nowMs: ctx._now })();
      readBack(map, ctx);
    };
  };
}

function resolveStored(json: JsonObject, stored: (id: string) => JsonObject | undefined): JsonValue {
  const { id, ...rest } = json;
  if (id === undefined) return json;
  const script = stored(String(id));
  if (!script) throw illegalArgument(`unable to find script [${String(id)}] in cluster state`);
  return { ...rest, lang: script.lang ?? 'painless', source: script.source };
}

function contextMap(ctx: UpdateContext): Map<string, Value> {
  return new Map<string, Value>([
    ['op', ctx.op],
    ['_index', ctx._index],
    ['_id', ctx._id],
    ['_routing', ctx._routing],
    ['_version', ctx._version],
    ['_now', ctx._now],
    ['_source', toValue(ctx._source)],
  ]);
}

function readBack(map: ReadonlyMap<string, Value>, ctx: UpdateContext): void {
  ctx.op = String(map.get('op') ?? 'index');
  ctx._source = toExactJson(map.get('_source') ?? null) as JsonObject;
  ctx._id = textOf(map.get('_id')) ?? '';
  ctx._index = textOf(map.get('_index')) ?? ctx._index;
  ctx._routing = textOf(map.get('_routing'));
}

function textOf(value: Value | undefined): string | null {
  return value === undefined || value === null ? null : asText(value);
}

/** As the script room converts, but `1.0` stays a double. */
function toValue(json: ExactJsonValue): Value {
  if (json instanceof JsonDouble) return new Double(json.value);
  if (typeof json === 'number') return Number.isInteger(json) ? json : new Double(json);
  if (Array.isArray(json)) return json.map(toValue);
  if (typeof json === 'object' && json !== null) {
    return new Map(Object.entries(json).map(([key, value]) => [key, toValue(value)]));
  }
  return json;
}

function toExactJson(value: Value): ExactJsonValue {
  if (value instanceof Double) {
    if (!Number.isFinite(value.value)) return String(value.value);
    return Number.isInteger(value.value) ? new JsonDouble(value.value) : value.value;
  }
  if (Array.isArray(value)) return value.map(toExactJson);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [key, toExactJson(item)]));
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? null : value;
  return asText(value);
}
