import type { Setting } from './history.ts';
import { type Operation, readRegisters, setRegister } from './operations.ts';

type Json = Record<string, unknown>;

/** A kind of metadata of which each value is told from all others. */
interface MetadataKind {
  readonly name: string;
  /** Names of the registers of this kind. */
  readonly names: readonly string[];
  /** `number` is used once only. */
  readonly set: (name: string, number: number) => { readonly operation: Operation };
  readonly remove: ((name: string) => Operation) | null;
  readonly read: (name: string) => Operation;
}

const INDEX = 'docs';
const at = (json: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((value, step) => (value as Json | undefined)?.[step], json);

const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : String(value);

/** A register that is set by PUT and removed by DELETE. */
function stored(
  name: string,
  path: (name: string) => string,
  body: (token: string) => object,
  token: (json: Json, name: string) => unknown,
): MetadataKind {
  const names = [`${name}-1`, `${name}-2`];
  const key = (one: string): string => `${name} ${one}`;
  return {
    name,
    names,
    set: (one, number) => {
      const value = `t${number}`;
      return { operation: setRegister('PUT', path(one), body(value), [{ key: key(one), value }]) };
    },
    remove: (one) => setRegister('DELETE', path(one), null, [{ key: key(one), value: null }]),
    read: (one) =>
      readRegisters(path(one), (json) => [{ key: key(one), value: json && textOf(token(json, one)) }]),
  };
}

const clusterSettings = ['plugins.query.size_limit', 'search.max_buckets', 'cluster.max_shards_per_node'];

export const metadataKinds: readonly MetadataKind[] = [
  stored(
    'index-template',
    (name) => `/_index_template/${name}`,
    (token) => ({ index_patterns: [`${token}-none`], _meta: { token }, priority: Number(token.slice(1)) }),
    (json) => at(json, 'index_templates', 0, 'index_template', '_meta', 'token'),
  ),
  stored(
    'component',
    (name) => `/_component_template/${name}`,
    (token) => ({ template: {}, _meta: { token } }),
    (json) => at(json, 'component_templates', 0, 'component_template', '_meta', 'token'),
  ),
  stored(
    'template',
    (name) => `/_template/${name}`,
    (token) => ({ index_patterns: [token] }),
    (json, name) => at(json, name, 'index_patterns', 0),
  ),
  stored(
    'script',
    (name) => `/_scripts/${name}`,
    (token) => ({ script: { lang: 'painless', source: `return '${token}'` } }),
    (json) => textOf(at(json, 'script', 'source'))?.slice(8, -1),
  ),
  stored(
    'pipeline',
    (name) => `/_ingest/pipeline/${name}`,
    (token) => ({ description: token, processors: [] }),
    (json, name) => at(json, name, 'description'),
  ),
  {
    name: 'cluster setting',
    names: clusterSettings,
    set: (name, number) => {
      const value = String(1000 + number);
      const sets = [{ key: name, value }];
      return { operation: setRegister('PUT', '/_cluster/settings', { persistent: { [name]: value } }, sets) };
    },
    remove: (name) =>
      setRegister('PUT', '/_cluster/settings', { persistent: { [name]: null } }, [
        { key: name, value: null },
      ]),
    read: () =>
      readRegisters('/_cluster/settings?flat_settings=true', (json) =>
        clusterSettings.map((key) => ({ key, value: textOf(at(json, 'persistent', key)) })),
      ),
  },
  {
    name: 'index setting',
    names: ['index.max_result_window', 'index.max_inner_result_window'],
    set: (name, number) => {
      const value = String(20_000 + number);
      const sets = [{ key: `${INDEX} ${name}`, value }];
      return { operation: setRegister('PUT', `/${INDEX}/_settings`, { [name]: value }, sets) };
    },
    remove: null,
    read: (name) =>
      readRegisters(`/${INDEX}/_settings?flat_settings=true`, (json) => [
        { key: `${INDEX} ${name}`, value: textOf(at(json, INDEX, 'settings', name)) },
      ]),
  },
  {
    name: 'alias',
    names: ['a-1', 'a-2', 'a-3'],
    set: (name, number) => {
      const filter = { term: { v: `t${number}` } };
      const body = { actions: [{ add: { index: INDEX, alias: name, filter } }] };
      return {
        operation: setRegister('POST', '/_aliases', body, [{ key: `alias ${name}`, value: `t${number}` }]),
      };
    },
    remove: (name) =>
      setRegister('DELETE', `/${INDEX}/_alias/${name}`, null, [{ key: `alias ${name}`, value: null }]),
    read: (name) =>
      readRegisters(`/${INDEX}/_alias/${name}`, (json) => [
        { key: `alias ${name}`, value: json && textOf(aliasToken(json, name)) },
      ]),
  },
];

/** As it was sent, or as a parsed query prints it. */
function aliasToken(json: Json, name: string): unknown {
  const term = at(json, INDEX, 'aliases', name, 'filter', 'term', 'v');
  return typeof term === 'object' ? at(term, 'value') : term;
}

/** Fields that clients add: by the mapping, and by documents that have them. */
export interface NewFields {
  readonly mapped: readonly string[];
  readonly dynamic: readonly string[];
}

export const FIELDS: NewFields = {
  mapped: ['m0', 'm1', 'm2', 'm3', 'm4', 'm5'],
  dynamic: ['f0', 'f1', 'f2', 'f3', 'f4', 'f5'],
};

/** A new field; the first type that it gets stays. */
export function putField(name: string, type: 'long' | 'keyword'): Operation {
  const sets = [{ key: `field ${INDEX}.${name}`, value: type }];
  return setRegister('PUT', `/${INDEX}/_mapping`, { properties: { [name]: { type } } }, sets);
}

export function readMapping({ mapped, dynamic }: NewFields): Operation {
  return readRegisters(`/${INDEX}/_mapping`, (json) =>
    [...mapped, ...dynamic].map(
      (name): Setting => ({
        key: `field ${INDEX}.${name}`,
        value: textOf(at(json, INDEX, 'mappings', 'properties', name, 'type')),
      }),
    ),
  );
}

/** An index that comes and goes; its mapping tells which of them it is. */
export function createIndex(name: string, number: number, replicas: number): Operation {
  const token = `t${number}`;
  const body = {
    settings: { number_of_shards: 1, number_of_replicas: replicas },
    mappings: { _meta: { token } },
  };
  return setRegister('PUT', `/${name}`, body, [{ key: `index ${name}`, value: token }]);
}

export function readIndex(name: string): Operation {
  return readRegisters(`/${name}/_mapping`, (json) => [
    { key: `index ${name}`, value: json && textOf(at(json, name, 'mappings', '_meta', 'token')) },
  ]);
}

/** All that can be read, for the end. */
export function readAllMetadata(fields: NewFields): Operation[] {
  return [
    ...metadataKinds.flatMap(({ names, read }) => names.map(read)),
    readMapping(fields),
    readIndex('x-1'),
    readIndex('x-2'),
  ];
}
