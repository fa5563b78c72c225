import {
  illegalArgument,
  isJsonObject,
  type JsonValue,
  type OpenSearchError,
  parseJson,
  tokenName,
} from '../../common/index.ts';
import type { DocumentContext } from '../documentContext.ts';
import { type FieldContext, type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import {
  anyParameter,
  booleanParameter,
  integerParameter,
  metaParameter,
  type Parameter,
  toInteger,
} from '../parameters.ts';
import { type ContextValues, completionContexts, contextsJson, contextValues } from './completionContexts.ts';
import { completionKey } from './completionKey.ts';
import { queryText } from './queryText.ts';
import { analyzerParameter } from './text.ts';

/** One input of a document for suggestions. */
export interface CompletionEntry {
  /** The text compared with prefixes. */
  readonly key: string;
  readonly weight: number;
  /** The input as sent. */
  readonly surface: string;
  readonly contexts: ContextValues;
}

/** The field whose terms are the entries of a completion field, ascending by key. */
export function completionField(fieldName: string): string {
  return `${fieldName}#completion`;
}

const END = '\u0000';

function encode({ key, weight, surface, contexts }: CompletionEntry): string {
  return [key, String(weight), surface, JSON.stringify(contexts)].join(END);
}

/** Decodes an entry from its term. */
export function decodeCompletion(term: string): CompletionEntry {
  const [key, weight, surface, contexts] = term.split(END);
  return { key, weight: Number(weight), surface, contexts: JSON.parse(contexts) as ContextValues };
}

const maxInputLengthParameter: Parameter = {
  ...integerParameter('max_input_length', 50, { updateable: true, alwaysPrinted: 'default' }),
  parse: (value) => {
    const length = toInteger(value);
    if (length > 0) return length;
    throw illegalArgument(`[max_input_length] must be > 0 but was [${length}]`);
  },
};

/** Inputs for suggestions, with weights and contexts. */
export const completionType: FieldTypeDefinition = {
  typeName: 'completion',
  parameters: [
    { ...analyzerParameter('analyzer', false), printed: (given) => given.get('analyzer') ?? 'simple' },
    {
      ...analyzerParameter('search_analyzer', true),
      printed: (given) => {
        const search = given.get('search_analyzer');
        return search === (given.get('analyzer') ?? 'simple') ? undefined : search;
      },
    },
    booleanParameter('preserve_separators', true, { alwaysPrinted: 'default' }),
    booleanParameter('preserve_position_increments', true, { alwaysPrinted: 'default' }),
    maxInputLengthParameter,
    { ...anyParameter('contexts'), parse: (value) => contextsJson(completionContexts(value)) },
    metaParameter,
  ],
  parsesArrays: true,
  errors: 'none',
  create: (field) => ({
    type: mappedFieldType(field, {
      family: 'keyword',
      hasDocValues: false,
      toIndexValue: queryText,
    }),
    parse: entryWriter(field),
  }),
};

function entryWriter(field: FieldContext): (value: JsonValue, context: DocumentContext) => void {
  const { values, environment } = field;
  const contexts = completionContexts(values.get('contexts'));
  const maxLength = values.number('max_input_length');
  const keyOptions = {
    preserveSeparators: values.boolean('preserve_separators'),
    preservePositionIncrements: values.boolean('preserve_position_increments'),
  };
  const slot = { name: completionField(field.name), slot: -1 };
  return (value, context) => {
    const analyzer = environment.analysis.analyzer(values.text('analyzer') ?? 'simple');
    for (const { input, weight, given } of inputs(value, field.name, context)) {
      if (input.trim() === '') {
        context.ignore(field.name);
        continue;
      }
      const surface = truncated(input, maxLength);
      checkInput(surface);
      const found =
        contexts.length === 0 && given === undefined
          ? {}
          : contextValues(contexts, given, { name: field.name, valuesAt: valuesOf(context) });
      if (found === null) {
        context.indexingError ??= illegalArgument(
          `Contexts are mandatory in context enabled completion field [${field.name}]`,
        );
        continue;
      }
      const key = completionKey(analyzer, surface, keyOptions);
      context.doc.addTerm(field, surface, true, false);
      context.doc.addTerm(slot, encode({ key, weight, surface, contexts: found }), true, false);
    }
  };
}

/** Truncates without splitting a surrogate pair. */
function truncated(input: string, length: number): string {
  const last = input.charCodeAt(length - 1);
  return input.slice(0, last >= 0xd800 && last < 0xdc00 ? length + 1 : length);
}

/** Reads values of other fields of the document being parsed. */
function valuesOf(context: DocumentContext): (path: string) => readonly JsonValue[] {
  return (path) => {
    const gather = (value: JsonValue, steps: readonly string[]): JsonValue[] => {
      if (steps.length === 0) return value === null ? [] : [value];
      if (Array.isArray(value)) return value.flatMap((item) => gather(item, steps));
      const [step, ...rest] = steps;
      return isJsonObject(value) && Object.hasOwn(value, step) ? gather(value[step], rest) : [];
    };
    return gather(parseJson(context.text), path.split('.'));
  };
}

interface Input {
  readonly input: string;
  readonly weight: number;
  readonly given: JsonValue | undefined;
}

/** The inputs of a value; of duplicates, the one with the greater weight. */
function inputs(value: JsonValue, fieldName: string, context: DocumentContext): Iterable<Input> {
  const found = new Map<string, Input>();
  if (value === null) return [];
  const single = !Array.isArray(value);
  (single ? [value] : value).forEach((item, index) => {
    // Items of an array have no name.
    const name = single ? fieldName.slice(fieldName.lastIndexOf('.') + 1) : 'null';
    const place = single ? [] : [index];
    collectInputs(found, item, (what) => context.parsingError(`failed to parse [${name}]: ${what}`, place));
  });
  return found.values();
}

function collectInputs(
  found: Map<string, Input>,
  value: JsonValue,
  refusal: (reason: string) => OpenSearchError,
): void {
  if (typeof value === 'string') {
    found.set(value, { input: value, weight: 1, given: undefined });
    return;
  }
  if (!isJsonObject(value)) {
    throw refusal(`expected text or object, but got ${tokenName(value)}`);
  }
  for (const key of Object.keys(value)) {
    if (key !== 'input' && key !== 'weight' && key !== 'contexts') {
      throw illegalArgument(`unknown field name [${key}], must be one of [input, weight, contexts]`);
    }
  }
  const weight = readWeight(value.weight);
  for (const input of value.input === undefined ? [] : texts(value.input)) {
    const before = found.get(input);
    if (before === undefined || before.weight < weight)
      found.set(input, { input, weight, given: value.contexts });
  }
}

function texts(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) {
    throw illegalArgument(`input must be a string or array, but was [${tokenName(value)}]`);
  }
  const odd = value.find((item) => typeof item !== 'string');
  if (odd === undefined) return value as string[];
  throw illegalArgument(`input array must have string values, but was [${tokenName(odd)}]`);
}

const MAX_WEIGHT = 2147483647;

function readWeight(value: JsonValue | undefined): number {
  if (value === undefined) return 1;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
    throw illegalArgument(`weight must be a number or string, but was [${tokenName(value)}]`);
  }
  const weight = Number(value);
  const isWhole = typeof value === 'string' ? /^[+-]?\d+$/.test(value) : Number.isInteger(weight);
  if (!isWhole) throw illegalArgument(`weight must be an integer, but was [${value}]`);
  if (weight < 0 || weight > MAX_WEIGHT) {
    throw illegalArgument(`weight must be in the interval [0..${MAX_WEIGHT}], but was [${value}]`);
  }
  return weight;
}

/** Rejects the characters that separate the parts of a key. */
function checkInput(input: string): void {
  const at = [...input].findIndex((char) => char === '\u0000' || char === '\u001e' || char === '\u001f');
  if (at === -1) return;
  const code = input.charCodeAt(at).toString(16);
  throw illegalArgument(
    `Illegal input [${input}] UTF-16 codepoint [0x${code}] at position ${at} is a reserved character`,
  );
}
