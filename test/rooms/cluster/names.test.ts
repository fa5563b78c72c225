import { describe, expect, it } from 'vitest';
import {
  type IndexService,
  type IndicesOptions,
  indicesOptions,
  NameResolver,
  validateAliasName,
  validateIndexName,
} from '../../../src/cluster/index.ts';
import { type JsonObject, ManualClock, OpenSearchError } from '../../../src/common/index.ts';

function reasonOf(task: () => unknown): string | null {
  try {
    task();
    return null;
  } catch (error) {
    if (error instanceof OpenSearchError) return error.reason;
    throw error;
  }
}

/** Name → why it is refused; null: it is not. */
const names: readonly (readonly [string, string | null])[] = [
  ['logs-2026.03', null],
  ['a_b', null],
  ['ü', null],
  ['T-Upper', 'Invalid index name [T-Upper], must be lowercase'],
  ['_bad', "Invalid index name [_bad], must not start with '_', '-', or '+'"],
  ['-bad', "Invalid index name [-bad], must not start with '_', '-', or '+'"],
  [
    'a b',
    'Invalid index name [a b], must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]',
  ],
  [
    '../x',
    'Invalid index name [../x], must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]',
  ],
  ['a#b', "Invalid index name [a#b], must not contain '#'"],
  ['a:b', "Invalid index name [a:b], must not contain ':'"],
  ['.', "Invalid index name [.], must not be '.' or '..'"],
  ['..', "Invalid index name [..], must not be '.' or '..'"],
  ['ä'.repeat(128), `Invalid index name [${'ä'.repeat(128)}], index name is too long, (256 > 255)`],
];

describe('index names', () => {
  for (const [name, reason] of names) {
    it(`[${name.slice(0, 20)}] ${reason === null ? 'is taken' : 'is refused'}`, () => {
      expect(reasonOf(() => validateIndexName(name))).toBe(reason);
    });
  }

  it('aliases may have capitals', () => expect(reasonOf(() => validateAliasName('Upper'))).toBeNull());
});

function index(
  name: string,
  aliases: Record<string, JsonObject> = {},
  extra: Partial<IndexService> = {},
): IndexService {
  const aliasTable = new Map(Object.entries(aliases));
  return {
    name,
    uuid: `u-${name}`,
    settings: new Map(),
    aliases: aliasTable,
    state: 'open',
    ...extra,
  } as IndexService;
}

const indices = [
  index('logs-2026.01', { logs: {} }),
  index('logs-2026.02', { logs: {}, pt: { filter: { term: { country: 'PT' } }, search_routing: 'r' } }),
  index('staff', { people: {}, pt: { filter: { term: { country: 'PT' } }, search_routing: 'r' } }),
  index('old', {}, { state: 'close' }),
  index('secret', {}, { settings: new Map([['index.hidden', 'true']]) }),
];

function resolver(): NameResolver {
  const aliases = new Map<string, IndexService[]>();
  for (const one of indices)
    for (const alias of one.aliases.keys()) aliases.set(alias, [...(aliases.get(alias) ?? []), one]);
  const table = { indices: new Map(indices.map((one) => [one.name, one])), aliases, dataStreams: new Map() };
  return new NameResolver(() => table, new ManualClock(Date.UTC(2026, 1, 15)));
}

it('resolves a name again after the metadata changed', () => {
  const table = (...list: readonly IndexService[]) => ({
    indices: new Map(list.map((one) => [one.name, one])),
    aliases: new Map<string, readonly IndexService[]>(),
    dataStreams: new Map(),
  });
  let names = table(index('a'));
  const resolver = new NameResolver(() => names, new ManualClock());
  const uuids = () => resolver.resolve('a', indicesOptions.search).map(({ index: { uuid } }) => uuid);
  expect([uuids(), uuids()]).toEqual([['u-a'], ['u-a']]);
  names = table(index('a', {}, { uuid: 'other' }));
  expect(uuids()).toEqual(['other']);
  names = table();
  expect(uuids).toThrow('no such index [a]');
  names = table(index('a'));
  expect(uuids()).toEqual(['u-a']);
});

const search: IndicesOptions = indicesOptions.search;
const lenient: IndicesOptions = { ...search, ignoreUnavailable: true };
const strict: IndicesOptions = { ...search, allowNoIndices: false };

/** expression | options → names, or what is thrown. */
const expressions: readonly (readonly [string | null, IndicesOptions, string])[] = [
  [null, search, 'logs-2026.01,logs-2026.02,staff'],
  ['_all', search, 'logs-2026.01,logs-2026.02,staff'],
  ['*', indicesOptions.all, 'logs-2026.01,logs-2026.02,old,secret,staff'],
  ['staff', search, 'staff'],
  ['staff,logs-*', search, 'logs-2026.01,logs-2026.02,staff'],
  ['logs-*,-logs-2026.01', search, 'logs-2026.02'],
  ['staff,,', search, 'staff'],
  [',', search, 'logs-2026.01,logs-2026.02,staff'],
  [',staff', search, 'no such index []'],
  ['logs-*, staff', search, 'no such index [ staff]'],
  ['logs', search, 'logs-2026.01,logs-2026.02'],
  ['l*s,peop*', search, 'logs-2026.01,logs-2026.02,staff'],
  ['<logs-{now/M{yyyy.MM}}>', search, 'logs-2026.02'],
  ['<logs-{now/M-1M{yyyy.MM}}>', search, 'logs-2026.01'],
  ['secret', search, 'secret'],
  ['nope*', search, ''],
  ['nope*', strict, 'no such index [nope*]'],
  ['nope', search, 'no such index [nope]'],
  ['nope,staff', lenient, 'staff'],
  ['-staff', search, 'no such index [-staff]'],
  ['_nope', search, "Invalid index name [_nope], must not start with '_'."],
  ['old', search, 'closed'],
  ['old,staff', lenient, 'staff'],
  ['old', indicesOptions.expandOpen, 'old'],
  [
    'logs',
    indicesOptions.deleteIndex,
    'The provided expression [logs] matches an alias, specify the corresponding concrete indices instead.',
  ],
  ['log*', { ...search, expandWildcards: ['none'] }, ''],
];

describe('expressions', () => {
  for (const [expression, options, result] of expressions) {
    it(`${expression} → ${result}`, () => {
      const resolve = () => resolver().resolve(expression, options);
      const said = reasonOf(resolve);
      expect(
        said ??
          resolve()
            .map((one) => one.index.name)
            .join(','),
      ).toBe(result);
    });
  }

  it('carry filters and routing of aliases, unless the index is named as well', () => {
    const [first] = resolver().resolve('pt', search);
    expect(first.aliasFilters).toEqual([{ term: { country: 'PT' } }]);
    expect(first.searchRouting).toEqual(['r']);
    const both = resolver().resolve('pt,staff', search);
    expect(both.map((one) => one.aliasFilters === null)).toEqual([false, true]);
    expect(
      resolver()
        .resolve('pt,logs', search)
        .map((one) => one.aliasFilters === null),
    ).toEqual([true, true, false]);
  });
});
