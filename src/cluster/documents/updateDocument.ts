import type { JsonObject, JsonValue } from '../../common/index.ts';
import { OpenSearchError, parseJsonExact, stringifyJson } from '../../common/index.ts';
import type { GetResult } from '../../shard/index.ts';
import type { UpdateBody } from './types.ts';
import { mergeDocument } from './updateBody.ts';

/**
 * The `ctx` of an update script. The script may change `op` and `_source`; a reindex script may change the
 * rest too.
 */
export interface UpdateContext {
  op: string;
  _source: JsonObject;
  _index: string;
  _id: string;
  _routing: string | null;
  readonly _version: number;
  readonly _now: number;
}

/** Compiles a script once to run it many times. Throws script_exception. */
export type UpdateScriptCompiler = (script: JsonObject) => (ctx: UpdateContext) => void;

/** The operation that an update results in. */
export type UpdateAction =
  | { readonly kind: 'index'; readonly source: Uint8Array; readonly upsert: boolean }
  | { readonly kind: 'delete' }
  | { readonly kind: 'noop' };

interface UpdateInput {
  readonly body: UpdateBody;
  readonly current: GetResult | null;
  readonly indexName: string;
  readonly id: string;
  readonly routing: string | null;
  readonly nowMs: number;
  readonly compile: UpdateScriptCompiler;
}

/** The new document, a deletion, or a no-op; `null` if the document is missing and there is no upsert. */
export function computeUpdate(input: UpdateInput): UpdateAction | null {
  const { body, current } = input;
  if (current === null) return computeUpsert(input);
  const document = parseJsonExact(Buffer.from(current.source).toString('utf8')) as JsonObject;
  if (body.script) return runScript(input, body.script, document, current.version, false);
  const { merged, changed } = mergeDocument(document, body.doc ?? {});
  return body.detectNoop && !changed ? { kind: 'noop' } : indexAction(merged, false);
}

function computeUpsert(input: UpdateInput): UpdateAction | null {
  const { body } = input;
  if (body.docAsUpsert && body.doc) return indexAction(body.doc, true);
  if (body.upsert === null) return null;
  if (body.script && body.scriptedUpsert) return runScript(input, body.script, body.upsert, -1, true);
  return indexAction(body.upsert, true);
}

function runScript(
  input: UpdateInput,
  script: JsonObject,
  document: JsonObject,
  version: number,
  upsert: boolean,
): UpdateAction {
  const ctx: UpdateContext = {
    op: upsert ? 'create' : 'index',
    _source: document,
    _index: input.indexName,
    _id: input.id,
    _routing: input.routing,
    _version: version,
    _now: input.nowMs,
  };
  runUpdate(input.compile, script, ctx);
  switch (ctx.op) {
    case 'index':
    case 'create':
      return indexAction(ctx._source, upsert);
    case 'delete':
      return upsert ? { kind: 'noop' } : { kind: 'delete' };
    default:
      // The original treats any other operation as a no-op.
      return { kind: 'noop' };
  }
}

/** Reports any failure of a script as an invalid request. */
function runUpdate(compile: UpdateInput['compile'], script: JsonObject, ctx: UpdateContext): void {
  try {
    compile(script)(ctx);
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.type !== 'script_exception') throw error;
    throw new OpenSearchError('illegal_argument_exception', 'failed to execute script', { causedBy: error });
  }
}

function indexAction(document: JsonValue, upsert: boolean): UpdateAction {
  return { kind: 'index', source: Buffer.from(stringifyJson(document)), upsert };
}

export function documentMissing(
  id: string,
  index: { name: string; uuid: string },
  shardId: number,
): OpenSearchError {
  return new OpenSearchError('document_missing_exception', `[${id}]: document missing`, {
    metadata: { index: index.name, shard: String(shardId), index_uuid: index.uuid },
  });
}
