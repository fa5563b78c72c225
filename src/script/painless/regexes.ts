import { OpenSearchError, Regex, RegexBudgetError, RegexSyntaxError } from '../../common/index.ts';
import type { At } from './ast.ts';
import { compileError, PainlessFailure } from './errors.ts';
import type { MemberTable } from './memberTable.ts';
import { asInteger, asText, type Lambda, type PainlessObject, type Value } from './values.ts';

/** A regex literal: java.util.regex.Pattern. */
export class Pattern implements PainlessObject {
  readonly className = 'java.util.regex.Pattern';
  readonly regex: Regex;

  constructor(regex: Regex) {
    this.regex = regex;
  }

  toString(): string {
    return this.regex.source;
  }
}

type Match = NonNullable<ReturnType<Regex['find']>>;

/** java.util.regex.Matcher. */
export class Matcher implements PainlessObject {
  readonly className = 'java.util.regex.Matcher';
  readonly regex: Regex;
  readonly text: string;
  match: Match | null = null;
  #from = 0;

  constructor(regex: Regex, text: string) {
    this.regex = regex;
    this.text = text;
  }

  toString(): string {
    return this.className;
  }

  /** Where the match begins or ends. */
  bound(side: 'start' | 'end'): number {
    if (this.match === null) throw new PainlessFailure('illegal_state_exception', 'No match available');
    return this.match[side];
  }

  lookingAt(): boolean {
    const match = bounded(() => this.regex.find(this.text));
    this.match = match?.start === 0 ? match : null;
    return this.match !== null;
  }

  reset(): this {
    this.match = null;
    this.#from = 0;
    return this;
  }

  matches(): boolean {
    this.match = bounded(() => this.regex.matchWhole(this.text));
    return this.match !== null;
  }

  find(): boolean {
    this.match = bounded(() => this.regex.find(this.text, this.#from));
    if (this.match !== null) {
      const { start, end } = this.match;
      this.#from = end > start ? end : end + 1;
    }
    return this.match !== null;
  }

  group(group: Value): string | null {
    if (this.match === null) throw new PainlessFailure('illegal_state_exception', 'No match found');
    const [number] = typeof group === 'string' ? (this.regex.names.get(group) ?? [-1]) : [asInteger(group)];
    const { groups } = this.match;
    if (number < 0 || number >= groups.length) {
      throw new PainlessFailure('index_out_of_bounds_exception', `No group ${asText(group)}`);
    }
    return groups[number];
  }
}

export function regexOf(
  node: { readonly pattern: string; readonly flags: string } & At,
  source: string,
): Pattern {
  try {
    return new Pattern(new Regex(node.pattern, { flags: node.flags.replace(/[^imsx]/g, '') }));
  } catch (error) {
    if (!(error instanceof RegexSyntaxError)) throw error;
    throw compileError(
      source,
      node.offset,
      `invalid regular expression: could not compile regex constant [${node.pattern}] with flags [${node.flags}]`,
    );
  }
}

/** `text =~ pattern` finds it anywhere, `text ==~ pattern` wants all of it. */
export function applyRegex(operator: '=~' | '==~', text: Value, pattern: Value): boolean {
  if (!(pattern instanceof Pattern)) {
    throw new PainlessFailure('class_cast_exception', 'Cannot cast to java.util.regex.Pattern');
  }
  const matcher = new Matcher(pattern.regex, asText(text));
  return operator === '=~' ? matcher.find() : matcher.matches();
}

/** A search that takes too many steps fails the script. */
export function bounded<T>(search: () => T): T {
  try {
    return search();
  } catch (error) {
    if (!(error instanceof RegexBudgetError)) throw error;
    throw new PainlessFailure(
      'illegal_state_exception',
      '[scripting] Regular expression considered too many characters',
    );
  }
}

/** Replaces what a pattern finds: by text with `$1`, or by what a function makes of each match. */
export function replacePattern(text: string, pattern: Pattern, by: Value, all: boolean): string {
  const found = bounded(() => [...pattern.regex.findAll(text)]).slice(0, all ? undefined : 1);
  let out = '';
  let at = 0;
  for (const match of found) {
    out += text.slice(at, match.start) + replacement(match, pattern, text, by);
    at = match.end;
  }
  return out + text.slice(at);
}

function replacement(match: Match, pattern: Pattern, text: string, by: Value): string {
  if (typeof by !== 'function') {
    return expanded(pattern.regex, asText(by), match);
  }
  const matcher = new Matcher(pattern.regex, text);
  matcher.match = match;
  return asText((by as Lambda)(matcher));
}

function expanded(regex: Regex, by: string, match: Match): string {
  try {
    return regex.expand(by, match);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw new PainlessFailure(error.type, error.reason);
  }
}

export const patternMembers: MemberTable<Pattern> = {
  matcher: ({ regex }, [text]) => new Matcher(regex, asText(text)),
  pattern: ({ regex }) => regex.source,
  asPredicate:
    ({ regex }) =>
    (text: Value) =>
      bounded(() => regex.find(asText(text))) !== null,
  split: ({ regex }, [text]) => splitBy(regex, asText(text)),
  toString: (self: Pattern) => self.toString(),
};

/** As Java splits: empty texts at the end are dropped. */
function splitBy(regex: Regex, text: string): Value[] {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of bounded(() => [...regex.findAll(text)])) {
    if (end === 0) continue;
    parts.push(text.slice(at, start));
    at = end;
  }
  parts.push(text.slice(at));
  while (parts.length > 1 && parts[parts.length - 1] === '') parts.pop();
  return parts;
}

export const matcherMembers: MemberTable<Matcher> = {
  matches: (self) => self.matches(),
  find: (self) => self.find(),
  group: (self, [group = 0]) => self.group(group),
  namedGroup: (self, [name]) => self.group(asText(name)),
  groupCount: (self) => self.regex.groupCount,
  start: (self) => self.bound('start'),
  end: (self) => self.bound('end'),
  lookingAt: (self) => self.lookingAt(),
  reset: (self) => self.reset(),
  replaceAll: ({ regex, text }, [by]) => replacePattern(text, new Pattern(regex), by, true),
  replaceFirst: ({ regex, text }, [by]) => replacePattern(text, new Pattern(regex), by, false),
};
