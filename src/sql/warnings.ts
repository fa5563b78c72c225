/** Warnings that both engines give. */

export function cutAt(limit: number): string {
  return `the result is cut at ${limit} rows (plugins.query.size_limit); more records match`;
}
