/**
 * The original checks whether the schema's name is a substring of `information_schema`, not whether it is
 * equal.
 */
export function isSchema(name: string): boolean {
  return name === 'default' || 'information_schema'.includes(name);
}
