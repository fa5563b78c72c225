import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonPlace,
  type JsonValue,
  OpenSearchError,
  suggestion,
} from '../../common/index.ts';
import { tokenName } from '../../query/index.ts';
import { initializationError, parsingErrorAt } from './parseErrors.ts';
import { orderPipelines } from './pipelineOrder.ts';
import {
  type AggregationNode,
  type AggregationTree,
  type AggregationType,
  EMPTY_TREE,
  type PipelineNode,
  type PipelineType,
} from './specs.ts';

export type AnyType = AggregationType | PipelineType;
type AnyNode = AggregationNode | PipelineNode;

/** Parses an `aggs` object with a table of types. Throws the original's errors. */
export function parseTree(json: JsonValue, types: ReadonlyMap<string, AnyType>): AggregationTree {
  if (!isJsonObject(json)) return EMPTY_TREE;
  const nodes: AggregationNode[] = [];
  const pipelines: PipelineNode[] = [];
  for (const name of Object.keys(json)) {
    const node = parseNode(name, json, types);
    if (isPipeline(node)) pipelines.push(node);
    else nodes.push(node);
  }
  return { nodes, pipelines: orderPipelines(pipelines, nodes) };
}

function isPipeline(node: AnyNode): node is PipelineNode {
  return node.type.family === 'pipeline';
}

function parseNode(name: string, tree: JsonObject, types: ReadonlyMap<string, AnyType>): AnyNode {
  const at: JsonPlace = { container: tree, key: name, edge: 'value' };
  if (name === '' || /[[\]>]/.test(name)) {
    const rule = "Aggregation names can contain any character except '[', ']', and '>'";
    throw parsingErrorAt(`Invalid aggregation name [${name}]. ${rule}`, { ...at, edge: 'key' });
  }
  const json = tree[name];
  if (!isJsonObject(json)) {
    const token = tokenName(json);
    const reason = `Aggregation definition for [${name} starts with a [${token}], expected a [START_OBJECT].`;
    throw parsingErrorAt(reason, at);
  }
  return new NodeParser(name, json, types).parse(at);
}

class NodeParser {
  readonly #name: string;
  readonly #json: JsonObject;
  readonly #types: ReadonlyMap<string, AnyType>;
  #meta: JsonObject | null = null;
  #children: AggregationTree | null = null;
  #node: AnyNode | null = null;

  constructor(name: string, json: JsonObject, types: ReadonlyMap<string, AnyType>) {
    this.#name = name;
    this.#json = json;
    this.#types = types;
  }

  parse(at: JsonPlace): AnyNode {
    for (const key of Object.keys(this.#json)) this.#member(key, this.#json[key]);
    const node = this.#node;
    if (node === null) {
      throw parsingErrorAt(`Missing definition for aggregation [${this.#name}]`, { ...at, edge: 'end' });
    }
    const head = { name: this.#name, meta: this.#meta };
    if (isPipeline(node)) {
      if (this.#children) throw illegalArgument(`Aggregation [${this.#name}] cannot define sub-aggregations`);
      return { ...node, head };
    }
    if (this.#children && isLeaf(node.type)) throw this.#noSubAggregations(node.type);
    return { ...node, head, children: this.#children ?? EMPTY_TREE };
  }

  #member(key: string, value: JsonValue): void {
    const at: JsonPlace = { container: this.#json, key, edge: 'value' };
    if (!isJsonObject(value)) {
      const reason = `Expected [START_OBJECT] under [${key}], but got a [${tokenName(value)}] in [${this.#name}]`;
      throw parsingErrorAt(reason, at);
    }
    if (key === 'meta') this.#meta = value;
    else if (key === 'aggs' || key === 'aggregations') {
      if (this.#children) {
        throw parsingErrorAt(`Found two sub aggregation definitions under [${this.#name}]`, at);
      }
      this.#children = parseTree(value, this.#types);
    } else this.#definition(key, value, at);
  }

  #definition(key: string, value: JsonObject, at: JsonPlace): void {
    if (this.#node) {
      const found = `[${this.#node.type.name}] and [${key}]`;
      throw parsingErrorAt(`Found two aggregation type definitions in [${this.#name}]: ${found}`, at);
    }
    const type = this.#types.get(key);
    if (!type) throw unknownType(key, at, this.#types.keys());
    const head = { name: this.#name, meta: null };
    this.#node =
      type.family === 'pipeline'
        ? { head, type, spec: type.parse(value, this.#name) }
        : { head, type, spec: type.parse(value, this.#name), children: EMPTY_TREE };
  }

  #noSubAggregations(type: AnyType): OpenSearchError {
    const reason = `Aggregator [${this.#name}] of type [${type.name}] cannot accept sub-aggregations`;
    return initializationError(reason);
  }
}

function isLeaf(type: AnyType): boolean {
  return type.family === 'metric' || (type.family === 'bucket' && type.takesSubAggregations === false);
}

function unknownType(key: string, at: JsonPlace, known: Iterable<string>): OpenSearchError {
  const cause = new OpenSearchError('named_object_not_found_exception', `[1:1] unknown field [${key}]`, {
    at,
  });
  return parsingErrorAt(`Unknown aggregation type [${key}]${suggestion(key, known)}`, at, cause);
}
