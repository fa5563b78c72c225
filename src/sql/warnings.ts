/** Warnings of more than one place. */

export function cutAt(limit: number): string {
  return `the result is cut at ${limit} rows (plugins.query.size_limit); more records match`;
}

export const LIMIT_BEFORE_WINDOW =
  'ORDER BY and LIMIT come before window functions: they see the rows that are left';
