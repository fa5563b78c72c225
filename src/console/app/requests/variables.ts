/** Values by name, as a sheet defines them above a request. */
export type Variables = ReadonlyMap<string, string>;

const DEFINITION = /^[ \t]*@([A-Za-z_]\w*)[ \t]*=(.*)$/;

/** `@name = value`; null for another line. */
export function definitionIn(line: string): readonly [name: string, value: string] | null {
  const match = DEFINITION.exec(line);
  return match && [match[1], match[2].trim()];
}

/** With its value for each `${name}`. What nobody has defined stays. */
export function withValues(text: string, variables: Variables): string {
  if (variables.size === 0) return text;
  return text.replace(/\$\{([A-Za-z_]\w*)\}/g, (whole, name: string) => variables.get(name) ?? whole);
}
