import type { Random } from '../../../src/common/index.ts';
import type { Answered, Change, Place } from './history.ts';
import {
  createIndex,
  FIELDS,
  metadataKinds,
  type NewFields,
  putField,
  readIndex,
  readMapping,
} from './metadata.ts';
import {
  aggregate,
  bulk,
  cachedSearch,
  deleteIndex,
  get,
  maintain,
  moveCopies,
  type Operation,
  type RefreshPolicy,
  refresh,
  search,
  setRegister,
  writeOne,
} from './operations.ts';

/** What clients do, with which weight, over which cluster, and how it dies. */
export interface Program {
  readonly name: string;
  readonly clients: number;
  readonly nodes: number;
  readonly replicas: number;
  readonly ids: number;
  readonly weights: Readonly<Partial<Record<Kind, number>>>;
  /** How often the process ends, in each run. */
  readonly crashes: number;
  /** How often a call of the disk fails. */
  readonly faults?: boolean;
}

/** Each makes one request. */
const kinds = {
  write: (client: Client) => writeOne(client.change(), client.refreshPolicy()),
  refreshedWrite: (client: Client) => writeOne(client.change(), client.pick(['true', 'true', 'wait_for'])),
  update: (client: Client) => writeOne({ ...client.change(), condition: null }, client.refreshPolicy(), true),
  remove: (client: Client) => writeOne({ ...client.change(), value: null }, client.refreshPolicy()),
  create: (client: Client) =>
    writeOne({ ...client.change(), isCreate: true, condition: null }, client.refreshPolicy()),
  conditional: (client: Client) => client.conditional(),
  bulk: (client: Client) => bulk(client.changes(), client.refreshPolicy()),
  get: (client: Client) => get('docs', client.id()),
  search: () => search('docs'),
  searchAny: () => search('docs', null, null),
  aggregate: () => aggregate('docs'),
  cachedSearch: () => cachedSearch('docs'),
  clearCache: () => maintain('/docs/_cache/clear?request=true'),
  refresh: () => refresh('docs'),
  flush: () => maintain('/docs/_flush'),
  merge: (client: Client) => maintain(`/docs/_forcemerge?max_num_segments=${client.pick([1, 2])}`),
  dynamicField: (client: Client) => client.dynamicWrite(),
  searchField: (client: Client) => client.searchField(),
  putField: (client: Client) => putField(client.pick(client.fields.mapped), client.pick(['long', 'keyword'])),
  readMapping: (client: Client) => readMapping(client.fields),
  setMetadata: (client: Client) => {
    const kind = client.pick(metadataKinds);
    return kind.set(client.pick(kind.names), client.number()).operation;
  },
  removeMetadata: (client: Client) => {
    const { remove, names } = client.pick(metadataKinds.filter((kind) => kind.remove !== null));
    return (remove as NonNullable<typeof remove>)(client.pick(names));
  },
  readMetadata: (client: Client) => {
    const kind = client.pick(metadataKinds);
    return kind.read(client.pick(kind.names));
  },
  createIndex: (client: Client) => createIndex(client.pick(TEMPORARY), client.number(), 0),
  deleteIndex: (client: Client) => {
    const name = client.pick(TEMPORARY);
    return deleteIndex(name, [{ key: `index ${name}`, value: null }]);
  },
  readIndex: (client: Client) => readIndex(client.pick(TEMPORARY)),
  closeIndex: (client: Client) => setRegister('POST', `/${client.pick(TEMPORARY)}/_close`, null, []),
  openIndex: (client: Client) => setRegister('POST', `/${client.pick(TEMPORARY)}/_open`, null, []),
  stopNode: (client: Client) => moveCopies('POST', `/_rockpool/nodes/${client.pick(NODES)}/stop`),
  startNode: (client: Client) => moveCopies('POST', `/_rockpool/nodes/${client.pick(NODES)}/start`),
  replicas: (client: Client) =>
    moveCopies('PUT', '/docs/_settings', { index: { number_of_replicas: client.pick([1, 2]) } }),
};

export type Kind = keyof typeof kinds;

const TEMPORARY = ['x-1', 'x-2'];
const NODES = ['node-2', 'node-3'];

/** A client with a stream of requests of its own, which the answers that it gets take part in. */
export class Client {
  readonly name: string;
  fields: NewFields = FIELDS;
  readonly #program: Program;
  readonly #random: Random;
  readonly #known = new Map<string, Place>();
  readonly #nextNumber: () => number;
  readonly #kinds: readonly Kind[];

  constructor(name: string, program: Program, random: Random, nextNumber: () => number) {
    this.name = name;
    this.#program = program;
    this.#random = random;
    this.#nextNumber = nextNumber;
    this.#kinds = (Object.keys(program.weights) as Kind[]).flatMap((kind) =>
      Array.from({ length: program.weights[kind] ?? 0 }, () => kind),
    );
  }

  next(): Operation {
    return kinds[this.pick(this.#kinds)](this);
  }

  /** Remembers what it has seen, for conditions. */
  hear({ got = [], found }: Answered): void {
    for (const { id, place } of [...got, ...(found?.hits ?? [])]) if (place) this.#known.set(id, place);
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random.next() * from.length)];
  }

  number(): number {
    return this.#nextNumber();
  }

  id(): string {
    return String(Math.floor(this.#random.next() * this.#program.ids));
  }

  refreshPolicy(): RefreshPolicy {
    return this.pick(['false', 'false', 'false', 'true', 'wait_for']);
  }

  change(): Change {
    return { index: 'docs', id: this.id(), value: `${this.name}${this.number()}` };
  }

  changes(): Change[] {
    const ids = new Set([this.id(), this.id(), this.id()]);
    return [...ids].map((id) => {
      const change = { ...this.change(), id };
      return this.#random.next() < 0.2 ? { ...change, value: null } : change;
    });
  }

  conditional(): Operation {
    const id = this.id();
    const condition = this.#known.get(id);
    if (condition === undefined) return get('docs', id);
    return writeOne({ ...this.change(), id, condition }, this.refreshPolicy());
  }

  dynamicWrite(): Operation {
    const change = this.change();
    const name = this.pick(this.fields.dynamic);
    return writeOne({ ...change, fields: { [name]: name } }, this.refreshPolicy());
  }

  searchField(): Operation {
    const name = this.pick(this.fields.dynamic);
    return search('docs', [name, name]);
  }
}

export const programs: Readonly<Record<string, Program>> = {
  documents: {
    name: 'documents',
    clients: 5,
    nodes: 1,
    replicas: 0,
    ids: 6,
    crashes: 0,
    weights: {
      write: 6,
      refreshedWrite: 4,
      update: 2,
      bulk: 2,
      search: 8,
      get: 2,
      refresh: 2,
      flush: 1,
      merge: 1,
    },
  },
  cached: {
    name: 'cached',
    clients: 5,
    nodes: 1,
    replicas: 0,
    ids: 4,
    crashes: 1,
    weights: {
      write: 3,
      refreshedWrite: 3,
      remove: 2,
      bulk: 1,
      aggregate: 8,
      cachedSearch: 5,
      refresh: 3,
      clearCache: 1,
      flush: 1,
      merge: 2,
    },
  },
  changes: {
    name: 'changes',
    clients: 5,
    nodes: 1,
    replicas: 0,
    ids: 3,
    crashes: 1,
    weights: {
      write: 4,
      update: 2,
      remove: 3,
      create: 3,
      conditional: 4,
      bulk: 3,
      get: 5,
      search: 3,
      refresh: 1,
      flush: 1,
      merge: 1,
    },
  },
  metadata: {
    name: 'metadata',
    clients: 4,
    nodes: 1,
    replicas: 0,
    ids: 3,
    crashes: 1,
    weights: { setMetadata: 8, removeMetadata: 1, readMetadata: 4, write: 1 },
  },
  mappings: {
    name: 'mappings',
    clients: 4,
    nodes: 1,
    replicas: 0,
    ids: 4,
    crashes: 1,
    weights: { dynamicField: 8, putField: 3, readMapping: 4, searchField: 3, flush: 1, refresh: 1, get: 1 },
  },
  refusedMappings: {
    name: 'refusedMappings',
    clients: 4,
    nodes: 1,
    replicas: 0,
    ids: 4,
    crashes: 1,
    faults: true,
    weights: {
      dynamicField: 8,
      putField: 3,
      readMapping: 4,
      searchField: 3,
      setMetadata: 2,
      readMetadata: 2,
    },
  },
  terms: {
    name: 'terms',
    clients: 4,
    nodes: 1,
    replicas: 0,
    ids: 3,
    crashes: 2,
    weights: { write: 6, get: 8, conditional: 3, bulk: 1, flush: 1 },
  },
  indices: {
    name: 'indices',
    clients: 4,
    nodes: 1,
    replicas: 0,
    ids: 3,
    crashes: 1,
    weights: {
      createIndex: 6,
      deleteIndex: 4,
      readIndex: 5,
      closeIndex: 2,
      openIndex: 2,
      setMetadata: 3,
      readMetadata: 2,
      write: 2,
      get: 1,
    },
  },
  nodes: {
    name: 'nodes',
    clients: 5,
    nodes: 3,
    replicas: 2,
    ids: 4,
    crashes: 1,
    weights: {
      write: 6,
      refreshedWrite: 2,
      remove: 1,
      conditional: 2,
      bulk: 2,
      get: 4,
      search: 3,
      searchAny: 3,
      refresh: 1,
      flush: 1,
      merge: 1,
      stopNode: 2,
      startNode: 3,
      replicas: 1,
      setMetadata: 1,
      readMetadata: 1,
      dynamicField: 1,
      readMapping: 1,
    },
  },
  failingNodes: {
    name: 'failingNodes',
    clients: 5,
    nodes: 3,
    replicas: 2,
    ids: 4,
    crashes: 1,
    faults: true,
    weights: {
      write: 6,
      refreshedWrite: 2,
      remove: 1,
      conditional: 2,
      bulk: 2,
      get: 4,
      search: 2,
      searchAny: 2,
      refresh: 1,
      flush: 2,
      merge: 1,
      stopNode: 1,
      startNode: 2,
    },
  },
};
