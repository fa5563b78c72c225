import type { QueryShardContext } from '../types.ts';
import { type FieldBoost, parseFieldBoosts } from './multiMatch.ts';

/** `index.query.default_field`: the fields that a query without fields looks in; all of them by default. */
export function defaultFields(context: QueryShardContext): FieldBoost[] {
  const setting = context.settings.get('index.query.default_field') ?? '*';
  const names = setting.startsWith('[') ? setting.slice(1, -1).split(',') : [setting];
  return parseFieldBoosts(names.map((name) => name.trim()));
}

/** Whether format errors are overlooked where the query does not say it. */
export function isLenient({ settings }: QueryShardContext, fields: readonly FieldBoost[]): boolean {
  return fields.some(isAllFields) || settings.get('index.query_string.lenient') === 'true';
}

/** `*`, which may be of any type: a query of all fields is lenient where nothing is said. */
export function isAllFields({ field }: FieldBoost): boolean {
  return field === '*';
}
