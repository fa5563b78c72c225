import { illegalArgument, type JsonObject, type JsonValue, limits } from '../../common/index.ts';
import { Double, fromJson, toExactJson, toJson, type Value } from '../../script/index.ts';

export type DocumentMap = Map<string, Value>;

/** The members of `ctx` that are metadata, not part of the document. */
export const METADATA = [
  '_index',
  '_id',
  '_routing',
  '_version',
  '_version_type',
  '_if_seq_no',
  '_if_primary_term',
];

const METADATA_NAMES: ReadonlySet<string> = new Set(METADATA);

/**
 * A document passing through pipelines: its source and metadata in one map (the `ctx` of scripts), and
 * `_ingest`. Paths are dotted names; numbers index into lists.
 */
export class IngestDocument {
  /** Source and metadata together. */
  readonly ctx: DocumentMap;
  /** `_ingest`: the timestamp, details of a failure, the value of a foreach. */
  readonly ingest: DocumentMap;
  /** The running pipelines, to detect cycles. */
  readonly running: string[] = [];

  constructor(ctx: DocumentMap, ingest: DocumentMap) {
    this.ctx = ctx;
    this.ingest = ingest;
  }

  static of(
    source: JsonObject,
    metadata: Readonly<Record<string, JsonValue>>,
    timestamp: string,
  ): IngestDocument {
    const ctx = fromJson(source) as DocumentMap;
    for (const name of METADATA_NAMES) {
      const value = Object.hasOwn(metadata, name) ? metadata[name] : null;
      if (value !== null) ctx.set(name, fromJson(value));
    }
    return new IngestDocument(ctx, new Map([['timestamp', timestamp]]));
  }

  copy(): IngestDocument {
    return new IngestDocument(copyValue(this.ctx) as DocumentMap, copyValue(this.ingest) as DocumentMap);
  }

  /** The source without metadata, as JSON that keeps `1.0`. */
  source(): JsonObject {
    const members = [...this.ctx].filter(([name]) => !METADATA_NAMES.has(name));
    return toExactJson(new Map(members)) as JsonObject;
  }

  metadata(name: string): Value {
    return this.ctx.get(name) ?? null;
  }

  /** The variables of templates: the document and `_ingest`. */
  templateScope(): JsonObject {
    return {
      ...(toExactJson(this.ctx) as JsonObject),
      _source: this.source(),
      _ingest: toExactJson(this.ingest) as JsonObject,
    };
  }

  has(path: string): boolean {
    const { root, parts } = this.#path(path);
    let value: Value | undefined = root;
    for (const part of parts) {
      if (value instanceof Map) {
        if (!value.has(part)) return false;
        value = value.get(part);
      } else if (Array.isArray(value)) {
        const place: number = Number(part);
        if (!Number.isInteger(place) || place < 0 || place >= value.length) return false;
        value = value[place];
      } else return false;
    }
    return true;
  }

  /** Throws illegal_argument if the path does not exist. */
  get(path: string): Value {
    const { root, parts } = this.#path(path);
    let value: Value = root;
    for (const part of parts) value = member(value, part, path);
    return value;
  }

  /** Creates missing objects along the path. */
  set(path: string, value: Value): void {
    const { parent, last } = this.#parent(path);
    if (parent instanceof Map) parent.set(last, value);
    else if (Array.isArray(parent)) parent[place(parent, last, path)] = value;
    else
      throw illegalArgument(
        `cannot set [${last}] with parent object of ${described(parent)} as part of path [${path}]`,
      );
  }

  /** Appends values to the list at the path; an existing scalar becomes the list's first element. */
  append(path: string, value: Value, allowDuplicates: boolean): void {
    const { parent, last } = this.#parent(path);
    if (!(parent instanceof Map) && !Array.isArray(parent)) {
      throw illegalArgument(
        `cannot set [${last}] with parent object of ${described(parent)} as part of path [${path}]`,
      );
    }
    const existing = parent instanceof Map ? parent.get(last) : parent[place(parent, last, path)];
    const list: Value[] = existing === undefined ? [] : Array.isArray(existing) ? existing : [existing];
    const added = Array.isArray(value) ? value : [value];
    for (const item of added) {
      if (allowDuplicates || !list.some((other) => sameText(other, item))) list.push(item);
    }
    if (parent instanceof Map) parent.set(last, list);
    else parent[Number(last)] = list;
  }

  /** Throws illegal_argument if the path does not exist. */
  remove(path: string): void {
    const { root, parts } = this.#path(path);
    let parent: Value = root;
    for (const part of parts.slice(0, -1)) parent = member(parent, part, path);
    const last = parts[parts.length - 1];
    if (parent instanceof Map) {
      if (!parent.delete(last)) throw absent(last, path);
    } else if (Array.isArray(parent)) parent.splice(place(parent, last, path), 1);
    else
      throw illegalArgument(
        `cannot remove [${last}] from ${parent === null ? 'null' : `object of ${described(parent)}`} as part of path [${path}]`,
      );
  }

  #path(path: string): { readonly root: DocumentMap; readonly parts: readonly string[] } {
    if (path === '') throw illegalArgument('path cannot be null nor empty');
    const ingest = path.startsWith('_ingest.');
    const inner = ingest
      ? path.slice('_ingest.'.length)
      : path.startsWith('_source.')
        ? path.slice('_source.'.length)
        : path;
    const parts = inner.split('.');
    if (parts.includes('')) throw illegalArgument(`path [${path}] is not valid`);
    if (parts.length > limits.jsonDepth.value) throw illegalArgument(`path [${path}] is too deep`);
    return { root: ingest ? this.ingest : this.ctx, parts };
  }

  #parent(path: string): { readonly parent: Value; readonly last: string } {
    const { root, parts } = this.#path(path);
    let parent: Value = root;
    for (const part of parts.slice(0, -1)) {
      if (parent instanceof Map && !parent.has(part)) parent.set(part, new Map());
      parent = member(parent, part, path);
    }
    return { parent, last: parts[parts.length - 1] };
  }
}

function member(value: Value, part: string, path: string): Value {
  if (value instanceof Map) {
    const found = value.get(part);
    if (found === undefined) throw absent(part, path);
    return found;
  }
  if (Array.isArray(value)) return value[place(value, part, path)];
  const what = value === null ? 'null' : `object of ${described(value)}`;
  throw illegalArgument(`cannot resolve [${part}] from ${what} as part of path [${path}]`);
}

function place(list: readonly Value[], part: string, path: string): number {
  if (!/^[+-]?\d+$/.test(part)) {
    throw illegalArgument(
      `[${part}] is not an integer, cannot be used as an index as part of path [${path}]`,
    );
  }
  const index = Number(part);
  if (index < 0 || index >= list.length) {
    throw illegalArgument(
      `[${index}] is out of bounds for array with length [${list.length}] as part of path [${path}]`,
    );
  }
  return index;
}

function absent(part: string, path: string): Error {
  return illegalArgument(`field [${part}] not present as part of path [${path}]`);
}

function described(value: Value): string {
  return `type [${javaClass(value)}]`;
}

/** The Java class that the original uses for such a value. */
export function javaClass(value: Value): string {
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (value instanceof Double) return 'java.lang.Double';
  if (typeof value === 'number') return Math.abs(value) < 2 ** 31 ? 'java.lang.Integer' : 'java.lang.Long';
  if (typeof value === 'bigint') return 'java.lang.Long';
  if (Array.isArray(value)) return 'java.util.ArrayList';
  return value instanceof Map ? 'java.util.HashMap' : 'java.lang.Object';
}

export function copyValue(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyValue);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, copyValue(item)]));
  return value;
}

function sameText(a: Value, b: Value): boolean {
  return a === b || JSON.stringify(toJson(a)) === JSON.stringify(toJson(b));
}
