import type { JsonValue } from '../../../../common/index.ts';
import { type JoinRow, pathValue } from './operator.ts';
import type { JoinSides } from './statement.ts';

export type ColumnReader = (row: JoinRow) => JsonValue;

/** Reads `d.name` of a row. Where both tables have one alias, the right document hides the left one. */
export function columnReader(name: string, sides: JoinSides): ColumnReader {
  const [left, right] = sides.map(({ table }) => {
    const prefix = `${table.alias}.`;
    return name.startsWith(prefix) ? name.slice(prefix.length) : null;
  });
  return (row) => {
    if (right !== null && row.right !== null) {
      const value = pathValue(row.right._source ?? {}, right);
      if (value !== null || left === null) return value;
    }
    return left === null ? null : pathValue(row.left._source ?? {}, left);
  };
}
