import { isJsonObject, type JsonValue, OpenSearchError } from '../../common/index.ts';
import { type CompiledScript, compileScript, parseScriptSource, type Value } from '../../script/index.ts';
import type { IngestDocument } from './document.ts';
import { copyValue } from './document.ts';
import type { IngestContext } from './processor.ts';

/** The script of a processor: inline, or stored in the cluster state. Throws script_exception. */
export function ingestScript(
  json: JsonValue,
  context: IngestContext,
  use: 'ingest' | 'processor_conditional' = 'ingest',
): CompiledScript {
  const source = parseScriptSource(json);
  if (source.id === null) return compileScript(source, use);
  const stored = context.storedScript(source.id);
  if (!isJsonObject(stored)) {
    throw new OpenSearchError(
      'resource_not_found_exception',
      `unable to find script [${source.id}] in cluster state`,
    );
  }
  const inline = {
    ...source,
    id: null,
    source: String(stored.source),
    lang: String(stored.lang ?? 'painless'),
  };
  return compileScript(inline, use);
}

/** Runs a script on the document; its changes to `ctx` persist. */
export function runScript(script: CompiledScript, ctx: Map<string, Value>, context: IngestContext): Value {
  return script.bind({ ctx, now: () => context.clock.nowMs(), random: () => context.random.next() })();
}

/** The `if` of a processor; sees a copy of the document, so it cannot modify it. */
export function conditionOf(json: JsonValue, context: IngestContext): (document: IngestDocument) => boolean {
  const script = ingestScript(json, context, 'processor_conditional');
  return (document) => runScript(script, copyValue(document.ctx) as Map<string, Value>, context) === true;
}
