import { describe, expect, it } from 'vitest';
import { aggregationTypes } from '../../../src/aggregation/index.ts';
import type { JsonObject, JsonValue } from '../../../src/common/index.ts';
import { fieldTypes } from '../../../src/mapper/index.ts';
import { CLAUSES, parseQuery } from '../../../src/query/index.ts';
import { requestBodies } from '../../../src/rest/bodies/bodies.ts';
import type { BodyShape } from '../../../src/rest/bodies/shape.ts';
import { restRoutes } from '../../../src/rest/index.ts';
import { searchMembers } from '../../../src/search/index.ts';

/** The tables of bodies are for completion: what they offer is taken, and nothing that there is lacks. */

const { shapes, paths, starts } = requestBodies;
const members = (name: string): Readonly<Record<string, BodyShape>> => shapes[name].members ?? {};

/** Values of every kind of token: one of them is right, or the others are refused for what they are. */
const VALUES: readonly JsonValue[] = ['x', 1, true, {}, { f: {} }, [], ['x'], [{}]];

function isUnknown(parse: (value: JsonValue) => unknown, key: string): boolean {
  return VALUES.every((value) => {
    try {
      parse(value);
      return false;
    } catch (error) {
      const text = JSON.stringify(error, Object.getOwnPropertyNames(error as object));
      return new RegExp(
        `(not support|unknown field|unsupported field|unexpected field|Unknown key|Unexpected token|is not supported)[^.]*\\[${key}\\]`,
        'i',
      ).test(text);
    }
  });
}

/** Names and members of queries; those of a field as `match.title.query`. */
const queryMembers = Object.entries(members('query')).flatMap(([clause, { members: own = {}, of, keys }]) => [
  ...Object.keys(own).map((key) => [clause, key, false] as const),
  ...Object.keys(keys === 'field' && of?.members && !Object.keys(own).length ? of.members : {}).map(
    (key) => [clause, key, true] as const,
  ),
]);

describe('the shapes of bodies', () => {
  it('has every clause that is emulated, every aggregation, field type and member of a search', () => {
    const clauses = CLAUSES.filter(({ doc }) => !doc.startsWith('refused')).map(({ names }) => names[0]);
    expect(Object.keys(members('query')).sort()).toEqual(clauses.sort());
    expect(Object.keys(members('aggregation'))).toEqual(expect.arrayContaining([...aggregationTypes.keys()]));
    expect(Object.keys(shapes.field.byType ?? {})).toEqual(expect.arrayContaining([...fieldTypes.keys()]));
    expect(Object.keys(members('search')).sort()).toEqual([...searchMembers].sort());
  });

  const filled = (start: string): readonly unknown[] =>
    start
      .replaceAll('"|"', '"x"')
      .replaceAll(/(?<=[{[])\||(?<=\})\|/g, '')
      .replaceAll('|', '1')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);

  it('begins members and bodies with what they may hold', () => {
    const wrong: string[] = [];
    const check = (name: string, start: string, shape: BodyShape): void => {
      const [value] = filled(start);
      const first = Array.isArray(value) ? value[0] : value;
      const { members: own = {}, keys } = shape.ref === undefined ? shape : shapes[shape.ref];
      if (typeof first !== 'object' || keys !== undefined) return;
      for (const key of Object.keys(first)) if (!Object.hasOwn(own, key)) wrong.push(`${name}: ${key}`);
    };
    for (const [name, { members: of = {} }] of Object.entries(shapes)) {
      for (const [key, shape] of Object.entries(of)) {
        if (shape.start !== undefined) check(`${name}.${key}`, shape.start, shape);
      }
    }
    for (const [path, all] of Object.entries(starts)) {
      for (const start of all) {
        if (start.includes('\n')) filled(start);
        else check(path, start, paths[path]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('names only shapes that are there, and paths of the routes table', () => {
    const named = new Set<string>();
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('ref' in value && typeof value.ref === 'string') named.add(value.ref);
      for (const member of Object.values(value)) walk(member);
    };
    walk(requestBodies);
    expect([...named].filter((name) => !Object.hasOwn(shapes, name))).toEqual([]);
    const known = new Set(restRoutes.map(({ path }) => path.replace('/_ext/', '/_plugins/')));
    expect(Object.keys(paths).filter((path) => !known.has(path))).toEqual([]);
  });

  it('offers members of queries that the parsers know', () => {
    expect(queryMembers.length).toBeGreaterThan(250);
    const nonsense: readonly JsonObject[] = [
      { bool: { nonsense: 1 } },
      { match: { title: { nonsense: 1 } } },
      { more_like_this: { nonsense: 1 } },
    ];
    expect(nonsense.map((query) => isUnknown(() => parseQuery(query), 'nonsense'))).toEqual([
      true,
      true,
      true,
    ]);
    const unknown = queryMembers.filter(([clause, key, ofField]) =>
      isUnknown((value) => {
        const body: JsonObject = { [key]: value };
        return parseQuery({ [clause]: ofField ? { title: body } : body });
      }, key),
    );
    expect(unknown.map((row) => row.join(' '))).toEqual([]);
  });

  it('offers members of aggregations that the parsers know', () => {
    const terms = aggregationTypes.get('terms');
    expect(isUnknown(() => terms?.parse({ nonsense: 1 }, 'a'), 'nonsense')).toBe(true);
    const unknown = [...aggregationTypes].flatMap(([name, type]) =>
      Object.keys(members('aggregation')[name].members ?? {})
        .filter((key) => isUnknown((value) => type.parse({ [key]: value }, 'a'), key))
        .map((key) => `${name} ${key}`),
    );
    expect(unknown).toEqual([]);
  });
});
