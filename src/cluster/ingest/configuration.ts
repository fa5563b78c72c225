import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  Regex,
  RegexSyntaxError,
} from '../../common/index.ts';
import { compileMustache, fromJson, type Value } from '../../script/index.ts';
import type { IngestDocument } from './document.ts';
import { copyValue, javaClass } from './document.ts';

/** A text that may contain mustache tags, rendered for each document. */
export type TextTemplate = (document: IngestDocument) => string;

/** The configuration of a processor. Unread keys are errors; errors name the processor and the key. */
export class Configuration {
  readonly processorType: string | null;
  readonly tag: string | null;
  readonly #left: Map<string, JsonValue>;

  constructor(processorType: string | null, tag: string | null, json: JsonObject) {
    this.processorType = processorType;
    this.tag = tag;
    this.#left = new Map(Object.entries(json));
  }

  take(name: string): JsonValue | undefined {
    const value = this.#left.get(name);
    this.#left.delete(name);
    return value === null ? undefined : value;
  }

  text(name: string): string {
    return this.optionalText(name) ?? this.#missing(name);
  }

  optionalText(name: string): string | null {
    const value = this.take(name);
    if (value === undefined) return null;
    if (typeof value === 'string') return value;
    throw this.error(name, `property isn't a string, but of type [${javaClass(fromJson(value))}]`);
  }

  /** A string, number or boolean, as text. */
  optionalScalar(name: string): string | null {
    const value = this.take(name);
    if (value === undefined) return null;
    if (typeof value !== 'object') return String(value);
    throw this.error(name, `property isn't a string or int, but of type [${javaClass(fromJson(value))}]`);
  }

  flag(name: string, defaultValue: boolean): boolean {
    const value = this.take(name);
    if (value === undefined) return defaultValue;
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    throw this.error(name, `property isn't a boolean, but of type [${javaClass(fromJson(value))}]`);
  }

  list(name: string): readonly JsonValue[] {
    return this.optionalList(name) ?? this.#missing(name);
  }

  optionalList(name: string): readonly JsonValue[] | null {
    const value = this.take(name);
    if (value === undefined) return null;
    if (Array.isArray(value)) return value;
    throw this.error(name, `property isn't a list, but of type [${javaClass(fromJson(value))}]`);
  }

  map(name: string): JsonObject {
    return this.optionalMap(name) ?? this.#missing(name);
  }

  optionalMap(name: string): JsonObject | null {
    const value = this.take(name);
    if (value === undefined) return null;
    if (isJsonObject(value)) return value;
    throw this.error(name, `property isn't a map, but of type [${javaClass(fromJson(value))}]`);
  }

  required(name: string): JsonValue {
    return this.take(name) ?? this.#missing(name);
  }

  template(name: string): TextTemplate {
    const source = this.text(name);
    return this.#named(name, () => textTemplate(source));
  }

  /** A value whose strings may contain tags, at any depth. */
  valueTemplate(name: string): (document: IngestDocument) => Value {
    return valueTemplate(this.required(name));
  }

  /** Throws parse_exception for an invalid regular expression. */
  regex(name: string): Regex {
    const source = this.text(name);
    try {
      return new Regex(source);
    } catch (error) {
      if (!(error instanceof RegexSyntaxError)) throw error;
      throw this.error(name, `Invalid regex pattern. ${error.inJavaWords(source)}`);
    }
  }

  /** A regular expression that the original compiles for each document, which fails where it is invalid. */
  lateRegex(name: string): () => Regex {
    const source = this.text(name);
    try {
      const regex = new Regex(source);
      return () => regex;
    } catch (error) {
      if (!(error instanceof RegexSyntaxError)) throw error;
      return () => {
        throw new OpenSearchError('pattern_syntax_exception', error.inJavaWords(source));
      };
    }
  }

  leftKeys(): readonly string[] {
    return [...this.#left.keys()];
  }

  error(property: string | null, reason: string): OpenSearchError {
    return new OpenSearchError('parse_exception', property === null ? reason : `[${property}] ${reason}`, {
      metadata: {
        ...(this.processorType === null ? {} : { processor_type: this.processorType }),
        ...(this.tag === null ? {} : { processor_tag: this.tag }),
        ...(property === null ? {} : { property_name: property }),
      },
    });
  }

  /** Names the property in what goes wrong with it. */
  #named<T>(name: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof OpenSearchError)) throw error;
      throw error.withMetadata({ property_name: name });
    }
  }

  #missing(name: string): never {
    throw this.error(name, 'required property is missing');
  }
}

export function textTemplate(source: string): TextTemplate {
  if (!source.includes('{{')) return () => source;
  const template = compileMustache(source);
  return (document) => template.render(document.templateScope());
}

function valueTemplate(json: JsonValue): (document: IngestDocument) => Value {
  if (typeof json === 'string') return textTemplate(json);
  if (Array.isArray(json)) {
    const items = json.map(valueTemplate);
    return (document) => items.map((item) => item(document));
  }
  if (isJsonObject(json)) {
    const members = Object.entries(json).map(
      ([key, value]) => [textTemplate(key), valueTemplate(value)] as const,
    );
    return (document) => new Map(members.map(([key, value]) => [key(document), value(document)]));
  }
  const constant = fromJson(json);
  return () => copyValue(constant);
}
