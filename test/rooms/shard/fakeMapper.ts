import { type JsonObject, type JsonValue, OpenSearchError, parseJson } from '../../../src/common/index.ts';
import type {
  IndexedField,
  MapperService,
  ParsedDocument,
  PreparedMapping,
  SourceToParse,
} from '../../../src/mapper/index.ts';

/** A mapper small enough to be obviously right: flat documents; strings are exact terms (`t…`: text), numbers numbers. */
export class FakeMapper implements MapperService {
  version = 1;
  readonly #known: Set<string>;
  /** Fields other than these are new to the mapping; null: every field is known. */
  constructor(known: readonly string[] | null = null) {
    this.#known = new Set(known ?? []);
    this.#dynamic = known !== null;
  }

  readonly #dynamic: boolean;

  field(): undefined {
    return undefined;
  }

  fields(): [] {
    return [];
  }

  matching(): [] {
    return [];
  }

  object(): undefined {
    return undefined;
  }

  toJson(): JsonObject {
    return { properties: Object.fromEntries([...this.#known].map((name) => [name, {}])) };
  }

  prepare(mapping: JsonObject): PreparedMapping {
    const properties = { ...(this.toJson().properties as JsonObject), ...(mapping.properties as JsonObject) };
    return { toJson: () => ({ properties }) };
  }

  async prepareInTurns(mapping: JsonObject): Promise<PreparedMapping> {
    return this.prepare(mapping);
  }

  adopt(prepared: PreparedMapping): void {
    for (const name of Object.keys(prepared.toJson().properties as JsonObject)) this.#known.add(name);
    this.version++;
  }

  merge(mapping: JsonObject): void {
    this.adopt(this.prepare(mapping));
  }

  async parseInTurns(document: SourceToParse): Promise<ParsedDocument> {
    return this.parse(document);
  }

  parse({ id, routing, source }: SourceToParse): ParsedDocument {
    const json = parseJson(Buffer.from(source).toString()) as JsonObject;
    if (json.bad !== undefined) throw new OpenSearchError('mapper_parsing_exception', 'failed to parse');
    const unknown = this.#dynamic ? Object.keys(json).filter((name) => !this.#known.has(name)) : [];
    const fields = Object.entries(json).map(([name, value]) => fieldOf(name, value));
    return {
      id,
      routing,
      source,
      docs: [{ nestedPath: null, nestedOffset: -1, parent: -1, fields }],
      mappingUpdate:
        unknown.length === 0 ? null : { properties: Object.fromEntries(unknown.map((n) => [n, {}])) },
    };
  }
}

function fieldOf(field: string, value: JsonValue): IndexedField {
  if (typeof value === 'number') return { kind: 'numbers', field, values: [value] };
  const content = String(value);
  if (!field.startsWith('t'))
    return { kind: 'terms', field, terms: [content], indexed: true, docValues: true };
  const terms = content.split(' ');
  return { kind: 'text', field, terms, positions: terms.map((_, i) => i), length: terms.length, norms: true };
}
