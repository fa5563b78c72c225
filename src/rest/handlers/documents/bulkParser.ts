import type { BulkAction, BulkItem } from '../../../cluster/index.ts';
import { idTooLong, parseUpdateBody, validationFailed } from '../../../cluster/index.ts';
import type { JsonObject, JsonValue, Pacer } from '../../../common/index.ts';
import {
  illegalArgument,
  isJsonObject,
  OpenSearchError,
  parseBoolean,
  parseJsonBytes,
  tokenName,
  wholeNumber,
} from '../../../common/index.ts';
import { readFetchSource } from '../../../search/index.ts';
import { checkLineBytes } from '../../lineBytes.ts';
import { type ActionLine, placeOfId, repeatedId, repeats } from './actionLine.ts';
import { conditions, parseVersionType, writeProblems } from './writeParameters.ts';

export interface BulkDefaults {
  readonly index: string | null;
  readonly routing: string | null;
  readonly requireAlias: boolean;
  readonly pipeline: string | null;
  /** `_source` from the URL, for updates. */
  readonly fetchSource: unknown;
}

const ITEMS_BETWEEN_PAUSES = 512;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const ACTIONS: ReadonlySet<string> = new Set(['create', 'delete', 'index', 'update']);

/** All operations of a bulk body, as read by `BulkReader`. */
export async function parseBulk(
  body: Buffer,
  defaults: BulkDefaults,
  pacer: Pacer,
): Promise<readonly BulkItem[]> {
  const reader = new BulkReader(body, defaults);
  const items: BulkItem[] = [];
  for (let item = reader.next(); item !== null; item = reader.next()) {
    items.push(item);
    if (items.length % ITEMS_BETWEEN_PAUSES === 0) await pacer.pause();
  }
  return items;
}

/**
 * Reads the lines of a bulk body as operations; documents are slices of the body that are not parsed here.
 * Throws illegal_argument for malformed action lines, and at the end for invalid items; nothing of the
 * request is executed then.
 */
export class BulkReader {
  readonly #body: Buffer;
  readonly #defaults: BulkDefaults;
  readonly #problems: string[] = [];
  #count = 0;
  #line = 0;
  #at = 0;
  #last: ActionLine | null = null;

  constructor(body: Buffer, defaults: BulkDefaults) {
    this.#body = body;
    this.#defaults = defaults;
  }

  /** `null` at the end. */
  next(): BulkItem | null {
    const body = this.#body;
    while (this.#at < body.length) {
      const from = this.#at;
      const end = lineEnd(body, from);
      this.#line++;
      this.#at = end + 1;
      if (!isBlank(body, from, end)) return this.#item(from, end) ?? this.#finish();
    }
    return this.#finish();
  }

  /** The item whose action is in body[from, end); `null` if its document is missing. */
  #item(from: number, end: number): BulkItem | null {
    const body = this.#body;
    const repeated = this.#last !== null && repeats(this.#last, body, from, end);
    const action: ActionLine =
      repeated && this.#last !== null
        ? this.#last
        : parseActionLine(body, from, end, this.#line, this.#defaults);
    const id = repeated ? repeatedId(action, body, from, end) : action.item.id;
    this.#last = action;
    let item: BulkItem;
    if (action.item.action === 'delete') item = { ...action.item, id };
    else {
      this.#line++;
      // As in the original, a last action without its document is ignored.
      if (this.#at >= body.length) return null;
      const sourceEnd = lineEnd(body, this.#at);
      item = withSource(action, id, body, this.#at, sourceEnd, this.#defaults);
      this.#at = sourceEnd + 1;
    }
    checkItem(item, this.#problems);
    this.#count++;
    return item;
  }

  #finish(): null {
    if (this.#count === 0) throw validationFailed(['no requests added']);
    if (this.#problems.length > 0) throw validationFailed(this.#problems);
    return null;
  }
}

function parseActionLine(
  body: Buffer,
  from: number,
  to: number,
  line: number,
  defaults: BulkDefaults,
): ActionLine {
  const text = body.toString('utf8', from, to);
  const json = parseJsonBytes(text);
  const malformed = `Malformed action/metadata line [${line}], expected`;
  if (!isJsonObject(json)) throw illegalArgument(`${malformed} START_OBJECT but found [${tokenName(json)}]`);
  const [action] = Object.keys(json);
  if (action === undefined) throw illegalArgument(`${malformed} FIELD_NAME but found [END_OBJECT]`);
  if (!ACTIONS.has(action)) {
    throw illegalArgument(`${malformed} one of [create, delete, index, update] but found [${action}]`);
  }
  const metadata = json[action];
  if (!isJsonObject(metadata)) {
    throw illegalArgument(`${malformed} START_OBJECT or END_OBJECT but found [${tokenName(metadata)}]`);
  }
  const parsed = parseMetadata(action as BulkAction, metadata, line, defaults);
  return { from, to, id: placeOfId(text, from, parsed.item), ...parsed };
}

function parseMetadata(
  action: BulkAction,
  metadata: JsonObject,
  line: number,
  defaults: BulkDefaults,
): Pick<ActionLine, 'item' | 'retryOnConflict' | 'fetchSource'> {
  for (const key in metadata) checkMember(key, metadata[key], line);
  if (metadata._source !== undefined && metadata._source !== null) readFetchSource(metadata, '_source');
  const opType = textOf(metadata.op_type);
  const { _id: id, _index: index } = metadata;
  const item: BulkItem = {
    action: action === 'index' && opType === 'create' ? 'create' : action,
    index: textOf(index) ?? defaults.index ?? '',
    id: textOf(id),
    routing: textOf(metadata.routing) ?? defaults.routing,
    ...conditions(
      longOf(metadata.version),
      parseVersionType(textOf(metadata.version_type)),
      longOf(metadata.if_seq_no),
      longOf(metadata.if_primary_term),
    ),
    requireAlias: action !== 'delete' && (flagOf(metadata.require_alias) ?? defaults.requireAlias),
    source: null,
    update: null,
    pipeline: textOf(metadata.pipeline) ?? defaults.pipeline,
  };
  if (action === 'update' && (item.version !== null || item.versionType !== 'internal')) {
    throw illegalArgument(
      'Update requests do not support versioning. Please use `if_seq_no` and `if_primary_term` instead',
    );
  }
  return {
    item,
    retryOnConflict: intOf(metadata.retry_on_conflict),
    fetchSource: metadata._source,
  };
}

const MEMBERS: ReadonlySet<string> = new Set([
  '_index',
  '_id',
  'routing',
  'op_type',
  'version',
  'version_type',
  'if_seq_no',
  'if_primary_term',
  'retry_on_conflict',
  'pipeline',
  '_source',
  'require_alias',
]);

function checkMember(key: string, value: JsonValue, line: number): void {
  const isPlain = typeof value !== 'object' || value === null;
  if (isPlain && value !== null && !MEMBERS.has(key)) {
    throw illegalArgument(`Action/metadata line [${line}] contains an unknown parameter [${key}]`);
  }
  if (isPlain || (key === '_source' && isJsonObject(value))) return;
  throw illegalArgument(
    `Malformed action/metadata line [${line}], expected a simple value for field [${key}] but found [${tokenName(value)}]`,
  );
}

/** Throws illegal_argument_exception unless the text is an integer. */
function longOf(value: JsonValue | undefined): number | null {
  const text = numberText(value);
  if (text === null) return null;
  if (!Number.isFinite(Number(text)) || text === '') throw illegalArgument(`For input string: "${text}"`);
  return Math.trunc(Number(text));
}

/** Like `longOf`, but strings are parsed by another class with its own error. */
function intOf(value: JsonValue | undefined): number | null {
  return value === undefined || value === null ? null : wholeNumber(numberText(value) ?? '');
}

function numberText(value: JsonValue | undefined): string | null {
  if (typeof value !== 'boolean') return textOf(value);
  const reason = `Current token (VALUE_${String(value).toUpperCase()}) not numeric, can not use numeric value accessors`;
  throw new OpenSearchError('json_parse_exception', reason);
}

function flagOf(value: JsonValue | undefined): boolean | null {
  if (typeof value !== 'number')
    return value === undefined || value === null ? null : parseBoolean(String(value));
  const kind = Number.isInteger(value) ? 'INT' : 'FLOAT';
  const reason = `Current token (VALUE_NUMBER_${kind}) not of boolean type`;
  throw new OpenSearchError('json_parse_exception', reason);
}

function withSource(
  action: ActionLine,
  id: string | null,
  body: Buffer,
  from: number,
  to: number,
  defaults: BulkDefaults,
): BulkItem {
  const { item } = action;
  const end = to > from && body[to - 1] === RETURN ? to - 1 : to;
  if (item.action !== 'update') return { ...item, id, source: body.subarray(from, end) };
  const update = parseUpdateBody(body.toString('utf8', from, end));
  return {
    ...item,
    id,
    ifSeqNo: update.ifSeqNo ?? item.ifSeqNo,
    ifPrimaryTerm: update.ifPrimaryTerm ?? item.ifPrimaryTerm,
    update: {
      ...update,
      fetchSource: update.fetchSource ?? action.fetchSource ?? defaults.fetchSource,
      retryOnConflict: action.retryOnConflict ?? 0,
    },
  };
}

function checkItem(item: BulkItem, problems: string[]): void {
  if (item.index === '') problems.push('index is missing');
  if (!item.id && (item.action === 'update' || item.action === 'delete')) problems.push('id is missing');
  if (isConditional(item)) problems.push(...writeProblems(item));
  if (item.id !== null && (item.action === 'index' || item.action === 'create')) {
    const tooLong = idTooLong(item.id);
    if (tooLong !== null) problems.push(tooLong);
  }
}

/** Few writes are, and only those can be invalid in further ways. */
function isConditional({ version, versionType, ifSeqNo, ifPrimaryTerm, pipeline }: BulkItem): boolean {
  const isPlain =
    version === null && versionType === 'internal' && ifSeqNo === null && ifPrimaryTerm === null;
  return !isPlain || pipeline === '';
}

function lineEnd(body: Buffer, from: number): number {
  const end = body.indexOf(NEWLINE, from);
  if (end === -1) throw unterminated();
  checkLineBytes(end - from);
  return end;
}

function isBlank(body: Buffer, from: number, to: number): boolean {
  return to === from || (to === from + 1 && body[from] === RETURN);
}

function unterminated(): Error {
  return illegalArgument('The bulk request must be terminated by a newline [\\n]');
}

function textOf(value: JsonValue | undefined): string | null {
  return value === undefined || value === null ? null : String(value);
}
