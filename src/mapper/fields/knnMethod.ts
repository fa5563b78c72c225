import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import { mapperParsing } from '../errors.ts';
import { javaTextInOrder } from '../javaText.ts';

type EngineName = 'nmslib' | 'faiss' | 'lucene';

interface EngineRow {
  readonly spaces: readonly string[];
  readonly methods: Readonly<Record<string, MethodRow>>;
}

interface MethodRow {
  readonly integers: readonly string[];
  readonly encoder: boolean;
  readonly training: boolean;
}

const HNSW: MethodRow = { integers: ['m', 'ef_construction'], encoder: false, training: false };

const ENGINES: Readonly<Record<EngineName, EngineRow>> = {
  nmslib: { spaces: ['l2', 'l1', 'linf', 'cosinesimil', 'innerproduct'], methods: { hnsw: HNSW } },
  faiss: {
    spaces: ['l2', 'innerproduct'],
    methods: {
      hnsw: { integers: ['m', 'ef_construction', 'ef_search'], encoder: true, training: false },
      ivf: { integers: ['nlist', 'nprobes'], encoder: true, training: true },
    },
  },
  lucene: { spaces: ['l2', 'cosinesimil'], methods: { hnsw: HNSW } },
};

const SPACES = ['', 'l2', 'cosinesimil', 'l1', 'linf', 'innerproduct', 'hammingbit'];
const KEYS = ['name', 'engine', 'space_type', 'parameters'];

/**
 * Validates the `method` of a knn_vector; returns its members in the order in which `_mapping` prints them.
 */
export function parseMethod(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) {
    throw mapperParsing('Unable to parse mapping into KNNMethodContext. Object not of type "Map"');
  }
  for (const key of Object.keys(value))
    if (!KEYS.includes(key)) throw mapperParsing(`Invalid parameter: ${key}`);
  const engine = word(value, 'engine', Object.keys(ENGINES)) ?? 'nmslib';
  const space = word(value, 'space_type', SPACES) ?? 'l2';
  const name = value.name;
  if (name === undefined || name === null || name === '') throw mapperParsing('name needs to be set');
  const parameters = value.parameters ?? {};
  if (!isJsonObject(parameters)) throw mapperParsing('Unable to parse parameters for main method component');
  const method = {
    engine,
    space_type: space,
    name: javaTextInOrder(name),
    parameters: Object.fromEntries(Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  validate(method.name, engine as EngineName, space, parameters);
  return method;
}

function word(value: JsonObject, key: string, known: readonly string[]): string | null {
  const given = value[key];
  if (given === undefined || given === null) return null;
  const text = javaTextInOrder(given);
  if (typeof given === 'string' && known.includes(text.toLowerCase())) return text.toLowerCase();
  throw mapperParsing(`Invalid ${key}: ${text}`);
}

function validate(name: string, engine: EngineName, space: string, parameters: JsonObject): void {
  const row = ENGINES[engine];
  if (!Object.hasOwn(row.methods, name)) throw illegalArgument(`Invalid method name: ${name}`);
  const method = row.methods[name];
  const problems: string[] = [];
  if (!row.spaces.includes(space)) {
    problems.push(`"${name}" configuration does not support space type: "${space}".`);
  }
  for (const [key, value] of Object.entries(parameters))
    problems.push(...parameterProblems(name, method, key, value));
  if (problems.length === 0 && method.training) problems.push('"method" requires training.');
  if (problems.length === 0) return;
  const listed = problems.map((problem, index) => ` ${index + 1}: ${problem};`).join('');
  throw new OpenSearchError('validation_exception', `Validation Failed:${listed}`);
}

function parameterProblems(name: string, method: MethodRow, key: string, value: JsonValue): string[] {
  if (key === 'encoder' && method.encoder) return [];
  if (!method.integers.includes(key)) return [`Invalid parameter for method "${name}".`];
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return [`Value not of type Integer for Integer parameter "${key}".`];
  }
  return value > 0 ? [] : [`Parameter validation failed for Integer parameter "${key}".`];
}
