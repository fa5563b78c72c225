import type { QueryShardContext } from '../types.ts';
import { type FieldBoost, parseFieldBoosts } from './multiMatch.ts';

/** `index.query.default_field`: the fields searched if the query names none; all of them by default. */
export function defaultFields(context: QueryShardContext): FieldBoost[] {
  const setting = context.settings.get('index.query.default_field') ?? '*';
  const names = setting.startsWith('[') ? setting.slice(1, -1).split(',') : [setting];
  return parseFieldBoosts(names.map((name) => name.trim()));
}

/** Whether the query is lenient by default. */
export function isLenient({ settings }: QueryShardContext, fields: readonly FieldBoost[]): boolean {
  return fields.some(isAllFields) || settings.get('index.query_string.lenient') === 'true';
}

/** `*` covers fields of any type, so such a query is lenient by default. */
export function isAllFields({ field }: FieldBoost): boolean {
  return field === '*';
}
