import type { Regex } from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import { grokLibrary } from './grokLibrary.ts';
import { groupNames, javaRegex, searching } from './javaRegex.ts';

/** `%{NAME}`, `%{NAME:column}` or `%{NAME=definition}`, with its parts. */
const REFERENCE =
  /%\{(?<name>(?<pattern>[A-z0-9]+)(?::(?<column>[A-z0-9_:;,\-/\s.']+))?)(?:=(?<definition>[^{}]+))?\}/;

/** Limits the expansion of nested names. */
const MAX_ROUNDS = 1000;
/** No realistic log pattern expands to more characters. */
const MAX_LENGTH = 200_000;

interface Expanded {
  readonly pattern: string;
  /** The name of each group of the expanded pattern. */
  readonly names: ReadonlyMap<string, string>;
}

/** A pattern of `grok`: a regular expression with references to named ones. */
export class Grok {
  readonly #regex: Regex;
  readonly #groups: readonly { readonly group: string; readonly column: string }[];

  /** Throws IllegalArgumentException, PatternSyntaxException, NullPointerException. */
  constructor(source: string) {
    if (source.trim() === '') throw refused('{pattern} should not be empty or null');
    const { pattern, names } = expanded(source);
    this.#regex = javaRegex(pattern);
    this.#groups = groupNames(pattern).map((group) => ({ group, column: columnOf(names.get(group)) }));
  }

  /** In order, without groups that are not kept as columns. */
  get columns(): readonly string[] {
    return this.#groups.map(({ column }) => column).filter((column) => column !== UNWANTED);
  }

  /** The column's value for a text; empty when nothing matches. */
  value(text: string, column: string): string {
    const match = searching(() => this.#regex.find(text));
    // If the name is followed by a type (`%{INT:n:int}`), the original stores the value under the name alone.
    if (match === null || /[:;,]/.test(column)) return '';
    const values = this.#groups
      .filter((named) => named.column === column)
      .map(({ group }) => match.groups[this.#regex.names.get(group)?.[0] ?? 0])
      .map((value) => value && unquoted(value));
    return values.length > 1 ? `[${values.join(', ')}]` : (values[0] ?? '');
  }
}

const UNWANTED = 'UNWANTED';

function refused(details: string): SqlError {
  return new SqlError('IllegalArgumentException', details);
}

function columnOf(name: string | undefined): string {
  if (name !== undefined) return name;
  const details = 'Cannot invoke "String.equals(Object)" because "group" is null';
  throw new SqlError('NullPointerException', details);
}

function expanded(source: string): Expanded {
  const definitions = new Map(grokLibrary());
  const names = new Map<string, string>();
  let pattern = source;
  for (let rounds = 0; ; rounds++) {
    const found = REFERENCE.exec(pattern)?.groups;
    if (found === undefined) return { pattern, names };
    if (rounds >= MAX_ROUNDS || pattern.length > MAX_LENGTH) {
      throw refused(`Deep recursion pattern compilation of ${source}`);
    }
    if (found.definition !== undefined) definitions.set(found.pattern, found.definition);
    const definition = definitions.get(found.pattern);
    if (definition === undefined) throw refused(`No definition for key '${found.pattern}' found, aborting`);
    const suffix = found.definition === undefined ? '' : `=${found.definition}`;
    const name = `${found.name}${suffix}`;
    const parts = pattern.split(`%{${name}}`);
    pattern = parts.reduce((before, after) => {
      const group = `name${names.size}`;
      names.set(group, found.column ?? name);
      return `${before}(?<${group}>${definition})${after}`;
    });
  }
}

/** Removes the surrounding quotes if there are no others. */
function unquoted(value: string): string {
  const [quote] = value;
  if ((quote !== '"' && quote !== "'") || !value.endsWith(quote)) return value;
  const inner = value.slice(1, -1);
  return inner.includes(quote) ? value : inner;
}

const cache = new Map<string, Grok>();
const CACHED_PATTERNS = 100;

/** Throws IllegalArgumentException, PatternSyntaxException, NullPointerException. */
export function grokOf(source: string): Grok {
  const cached = cache.get(source);
  if (cached !== undefined) return cached;
  const grok = new Grok(source);
  if (cache.size >= CACHED_PATTERNS) cache.clear();
  cache.set(source, grok);
  return grok;
}
