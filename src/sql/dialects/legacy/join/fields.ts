import type { ExpressionNode } from '../../../ast/index.ts';
import { javaHash, javaHashAll, javaHashOrder } from '../../../values/index.ts';

/** A column that a join asks one of its tables for. */
export interface JoinField {
  readonly name: string;
  readonly alias: string | null;
  /** Of an aggregate, which joins do not compute: its column is of this type and empty. */
  readonly emptyType: string | null;
  /** What a script of both tables computes: each of them is asked for it, and has not the fields of the other. */
  readonly script: JoinScript | null;
}

export interface JoinScript {
  readonly node: ExpressionNode;
  readonly source: string;
}

/** Fields by the alias of their table. */
export type FieldsByAlias = readonly (readonly [alias: string, fields: readonly JoinField[]])[];

/** Fields by alias in the order of the original's multimap, each field once; its plans print it, its rows follow it. */
export function multimapOrder(entries: FieldsByAlias): FieldsByAlias {
  const byAlias = new Map<string, Map<string, JoinField>>();
  for (const [alias, fields] of entries) {
    if (fields.length === 0) continue;
    const known = byAlias.get(alias) ?? new Map<string, JoinField>();
    byAlias.set(alias, known);
    for (const field of fields) {
      const key = JSON.stringify([field.name, field.alias, field.emptyType !== null]);
      if (!known.has(key)) known.set(key, field);
    }
  }
  return javaHashOrder([...byAlias.keys()], javaHash, MULTIMAP_SLOTS).map((alias) => [
    alias,
    javaHashOrder([...(byAlias.get(alias)?.values() ?? [])], fieldHash, FIELD_SLOTS),
  ]);
}

/** Slots that a guava HashMultimap begins with, for its keys and for the values of each. */
const MULTIMAP_SLOTS = 32;
const FIELD_SLOTS = 4;

function fieldHash({ name, alias }: JoinField): number {
  return javaHashAll([name, alias]);
}

/** `Project [ columns=[d.name, s.staff_id] ]`. */
export function projectText(entries: FieldsByAlias): string {
  const names = multimapOrder(entries).flatMap(([alias, fields]) =>
    fields.map(({ name }) => `${alias}.${name}`),
  );
  return `Project [ columns=[${names.join(', ')}] ]`;
}

export function plainField(name: string): JoinField {
  return { name, alias: null, emptyType: null, script: null };
}

/** All fields of a table that `SELECT *` names. */
export const ALL_FIELDS: JoinField = { ...plainField('*'), alias: '' };
