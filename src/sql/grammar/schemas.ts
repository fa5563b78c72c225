/** The original asks whether the name of a schema is part of `information_schema`, not whether it is that. */
export function isSchema(name: string): boolean {
  return name === 'default' || 'information_schema'.includes(name);
}
