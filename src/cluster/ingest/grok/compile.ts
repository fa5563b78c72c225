import { grokPatterns, Regex } from '../../../common/index.ts';
import { Double, type Value } from '../../../script/index.ts';

/** Extracts fields; `null` if the text does not match. Throws RegexBudgetError. */
export type GrokMatch = (text: string) => ReadonlyMap<string, Value> | null;

const REFERENCE = /%\{(\w+)(?::([[\]\w@.:-]+?))?(?::(int|long|double|float|boolean))?\}/g;
const MAX_LENGTH = 200_000;

interface Capture {
  readonly group: string;
  readonly field: string;
  readonly type: string;
}

/**
 * Compiles a grok expression: `%{PATTERN:field:type}` references within a regular expression. Throws
 * RegexSyntaxError, and errors for patterns that are missing or refer to themselves.
 */
export function compileGrok(expression: string, own: ReadonlyMap<string, string>): GrokMatch {
  const captures: Capture[] = [];
  const regex = new Regex(expand(expression, own, captures, []));
  const named = [...regex.names].flatMap(([name, groups]) => {
    const capture = captures.find(({ group }) => group === name);
    return { field: capture?.field ?? name, type: capture?.type ?? '', groups };
  });
  return (text) => {
    const match = regex.find(text);
    if (!match) return null;
    const fields = new Map<string, Value>();
    for (const { field, type, groups } of named) {
      const found = groups.map((group) => match.groups[group]).find((value) => value !== null);
      if (found !== undefined && !fields.has(field)) fields.set(field, converted(found as string, type));
    }
    return fields;
  };
}

/** Inlines the referenced patterns; those with a field become named groups `f0`, `f1`, … */
function expand(
  expression: string,
  own: ReadonlyMap<string, string>,
  captures: Capture[],
  path: readonly string[],
): string {
  const expanded = expression.replace(
    REFERENCE,
    (_reference, name: string, field?: string, type?: string) => {
      const pattern = own.get(name) ?? grokPatterns().get(name);
      if (pattern === undefined)
        throw new Error(`Unable to find pattern [${name}] in Grok's pattern dictionary`);
      if (path.includes(name)) {
        throw new Error(
          `circular reference in pattern [${name}][${pattern}]${path.length > 1 ? ` back to pattern [${path[0]}]` : ''}`,
        );
      }
      const inner = expand(pattern, own, captures, [...path, name]);
      if (field === undefined) return `(?:${inner})`;
      const group = `grok_${captures.length}_`;
      captures.push({ group, field, type: type ?? '' });
      return `(?<${group}>${inner})`;
    },
  );
  if (expanded.length > MAX_LENGTH) throw new Error('the grok expression is too large');
  return expanded;
}

function converted(text: string, type: string): Value {
  switch (type) {
    case 'int':
    case 'long':
      return Number(text);
    case 'float':
      return new Double(Math.fround(Number(text)));
    case 'double':
      return new Double(Number(text));
    case 'boolean':
      return text === 'true';
    default:
      return text;
  }
}
