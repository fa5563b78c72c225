import type { JsonObject, JsonValue } from '../common/index.ts';
import type { DocumentContext } from './documentContext.ts';
import type { IndexComponents, Parameter } from './parameters.ts';
import type {
  FieldFamily,
  IndexValue,
  MappedFieldType,
  NanosecondValues,
  NumericKind,
  RangeBoundOptions,
  RenderOptions,
  VectorFieldInfo,
} from './types.ts';

/**
 * How parsing errors of a field are reported. `short`: without the document's id and a preview; `bare`: as an
 * error of the document; `none`: the cause alone.
 */
export type FieldErrors = 'previewed' | 'short' | 'bare' | 'none';

/** A field type: its parameters, and how its fields are compiled. */
export interface FieldTypeDefinition {
  readonly typeName: string;
  /** In the order in which `_mapping` prints them. */
  readonly parameters: readonly Parameter[];
  /** `fields` and `copy_to` are printed after this parameter; by default after all. */
  readonly multiFieldsAfter?: string;
  /** The type parses arrays itself; otherwise their values are parsed one by one. */
  readonly parsesArrays?: boolean;
  /**
   * How unknown parameters are reported: by default only the first; `together`: all, in the words used for
   * objects.
   */
  readonly unknown?: 'together';
  /** `false` if `fields` and `copy_to` are unknown too. */
  readonly multiFields?: false;
  /**
   * Validates combinations of parameters; returns names of parameters to drop. Throws what the original
   * throws.
   */
  readonly check?: (values: ParameterValues, fieldName: string) => readonly string[];
  /** How the type reports a value that it cannot parse. */
  readonly errors?: FieldErrors;
  readonly create: (field: FieldContext) => CompiledParts;
}

export interface CompiledParts {
  readonly type: MappedFieldType;
  /** Adds the value to the current Lucene document. Throws the cause of a mapper_parsing_exception. */
  readonly parse: (value: JsonValue, context: DocumentContext) => void;
  /** What `store` keeps, if it is not the value as sent. */
  readonly storedForm?: (value: JsonValue, context: DocumentContext) => JsonValue;
  /** Searchable sub-fields that the type creates itself. */
  readonly companions?: readonly MappedFieldType[];
}

/** What an index provides to its fields. */
export interface MappingEnvironment extends IndexComponents {
  readonly indexName: string;
  /** Throws while indexing vectors is not allowed (circuit breaker, plugin disabled). */
  readonly checkVectorIndexing: () => void;
  /** Throws if `container[key]` is not a query that a percolator field can store. */
  readonly checkQuery: (container: object, key: string | number) => void;
}

export interface FieldContext {
  /** Full path. */
  readonly name: string;
  readonly typeName: string;
  readonly values: ParameterValues;
  readonly nestedPath: string | null;
  /** The field's slot in the document builder; -1 for fields that are just being discovered. */
  readonly slot: number;
  readonly environment: MappingEnvironment;
}

/** The parameters of one field, with defaults filled in. */
export class ParameterValues {
  readonly #given: ReadonlyMap<string, JsonValue>;
  readonly #parameters: readonly Parameter[];
  readonly #defaults: ReadonlyMap<string, JsonValue>;
  readonly #asked = new Set<string>();

  /** `defaults` are those of the index, which override those of the parameters. */
  constructor(
    given: ReadonlyMap<string, JsonValue>,
    parameters: readonly Parameter[],
    defaults: ReadonlyMap<string, JsonValue> = new Map(),
  ) {
    this.#given = given;
    this.#parameters = parameters;
    this.#defaults = defaults;
  }

  get(name: string): JsonValue {
    this.#asked.add(name);
    const given = this.#given.get(name);
    if (given !== undefined) return given;
    const ofIndex = this.#defaults.get(name);
    if (ofIndex !== undefined) return ofIndex;
    return this.#parameters.find((parameter) => parameter.name === name)?.defaultValue ?? null;
  }

  has(name: string): boolean {
    this.#asked.add(name);
    return this.#given.has(name);
  }

  /** Parameters that the field has not read, given or not. */
  unread(): readonly string[] {
    return this.#parameters.map(({ name }) => name).filter((name) => !this.#asked.has(name));
  }

  boolean(name: string): boolean {
    return this.get(name) === true;
  }

  text(name: string): string | null {
    const value = this.get(name);
    return value === null ? null : String(value);
  }

  number(name: string): number {
    return Number(this.get(name));
  }

  toJson(): JsonObject {
    return Object.fromEntries(this.#given);
  }
}

/** The properties of a field type; omitted ones have defaults. */
export interface Traits {
  readonly family: FieldFamily;
  readonly indexed?: boolean;
  readonly hasDocValues?: boolean;
  readonly hasNorms?: boolean;
  readonly numericKind?: NumericKind;
  readonly indexAnalyzer?: string | null;
  readonly searchAnalyzer?: string | null;
  readonly searchQuoteAnalyzer?: string | null;
  readonly vector?: VectorFieldInfo;
  readonly relations?: MappedFieldType['relations'];
  readonly nextBound?: MappedFieldType['nextBound'];
  readonly nanos?: NanosecondValues;
  readonly refusal?: MappedFieldType['refusal'];
  readonly derived?: true;
  readonly toIndexValue: (value: JsonValue) => IndexValue;
  readonly toRangeBound?: (value: JsonValue, options: RangeBoundOptions) => IndexValue;
  readonly render?: (value: IndexValue, options?: RenderOptions) => JsonValue;
}

export function mappedFieldType(field: FieldContext, traits: Traits): MappedFieldType {
  const { values } = field;
  return {
    name: field.name,
    typeName: field.typeName,
    family: traits.family,
    indexed: traits.indexed ?? values.get('index') !== false,
    hasDocValues: traits.hasDocValues ?? values.get('doc_values') !== false,
    hasNorms: traits.hasNorms ?? false,
    stored: values.boolean('store'),
    nestedPath: field.nestedPath,
    params: values.toJson(),
    numericKind: traits.numericKind ?? null,
    indexAnalyzer: traits.indexAnalyzer ?? null,
    searchAnalyzer: traits.searchAnalyzer ?? null,
    searchQuoteAnalyzer: traits.searchQuoteAnalyzer ?? null,
    vector: traits.vector ?? null,
    ...(traits.relations === undefined ? {} : { relations: traits.relations }),
    ...(traits.nextBound === undefined ? {} : { nextBound: traits.nextBound }),
    ...(traits.nanos === undefined ? {} : { nanos: traits.nanos }),
    ...(traits.refusal === undefined ? {} : { refusal: traits.refusal }),
    ...(traits.derived === undefined ? {} : { derived: traits.derived }),
    toIndexValue: traits.toIndexValue,
    toRangeBound: traits.toRangeBound ?? ((value) => traits.toIndexValue(value)),
    render: traits.render ?? ((value) => value),
  };
}
