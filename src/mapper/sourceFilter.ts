import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readJson,
  stringifyJson,
  wildcardMatches,
} from '../common/index.ts';

/** Filters a document's source by the mapping's `_source`. */
export class SourceFilter {
  readonly #enabled: boolean;
  readonly #includes: readonly string[];
  readonly #excludes: readonly string[];

  constructor(parameters: JsonObject) {
    this.#enabled = parameters.enabled !== false;
    this.#includes = patterns(parameters.includes);
    this.#excludes = patterns(parameters.excludes);
  }

  /** The source as sent or filtered; no bytes if it is not stored. */
  apply(source: Uint8Array): Uint8Array {
    if (!this.#enabled) return new Uint8Array(0);
    if (this.#includes.length === 0 && this.#excludes.length === 0) return source;
    const document = readJson(Buffer.from(source).toString());
    return Buffer.from(stringifyJson(isJsonObject(document) ? this.#object(document, '') : document));
  }

  #object(object: JsonObject, prefix: string): JsonObject {
    const kept: JsonObject = {};
    for (const [key, value] of Object.entries(object)) {
      const path = prefix === '' ? key : `${prefix}.${key}`;
      if (this.#excludes.some((pattern) => covers(pattern, path))) continue;
      const included = this.#includes.length === 0 || this.#includes.some((pattern) => covers(pattern, path));
      const filtered = included ? this.#below(value, path) : this.#within(value, path);
      if (filtered !== undefined) kept[key] = filtered;
    }
    return kept;
  }

  /** For an included value, of which excludes may still remove parts. */
  #below(value: JsonValue, path: string): JsonValue {
    if (this.#excludes.length === 0) return value;
    if (Array.isArray(value)) return value.map((member) => this.#below(member, path));
    return isJsonObject(value) ? this.#object(value, path) : value;
  }

  /** For a value that is not included, but of which parts may be. */
  #within(value: JsonValue, path: string): JsonValue | undefined {
    if (!this.#includes.some((pattern) => mayReachBelow(pattern, path))) return undefined;
    if (Array.isArray(value)) {
      return value.map((member) => this.#within(member, path)).filter((member) => member !== undefined);
    }
    return isJsonObject(value) ? this.#object(value, path) : undefined;
  }
}

function patterns(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Whether a pattern matches the path itself or a prefix of it. */
function covers(pattern: string, path: string): boolean {
  return wildcardMatches(pattern, path) || wildcardMatches(`${pattern}.*`, path);
}

function mayReachBelow(pattern: string, path: string): boolean {
  const star = pattern.indexOf('*');
  const fixed = star < 0 ? pattern : pattern.slice(0, star);
  return pattern.startsWith(`${path}.`) || (star >= 0 && `${path}.`.startsWith(fixed));
}
