import { OpenSearchError, Regex, type RegexMatch, RegexSyntaxError } from '../../common/index.ts';
import type { At } from './ast.ts';
import { compileError, PainlessFailure } from './errors.ts';
import type { Budget } from './frame.ts';
import type { MemberTable } from './memberTable.ts';
import { RegexSearch } from './regexLimit.ts';
import { asInteger, asText, type Lambda, type PainlessObject, type Value } from './values.ts';

/** A regex literal: java.util.regex.Pattern. Its searches are charged to the run that evaluated it. */
export class Pattern implements PainlessObject {
  readonly className = 'java.util.regex.Pattern';
  readonly regex: Regex;
  readonly #run: Budget;

  constructor(regex: Regex, run: Budget) {
    this.regex = regex;
    this.#run = run;
  }

  /** For methods that the original limits. */
  limited(text: Value): RegexSearch {
    return new RegexSearch(this.regex, asText(text), this.#run);
  }

  /** For methods that the original does not limit. */
  unlimited(text: Value): RegexSearch {
    return new RegexSearch(this.regex, asText(text), this.#run, false);
  }

  toString(): string {
    return this.regex.source;
  }
}

/** java.util.regex.Matcher. */
export class Matcher implements PainlessObject {
  readonly className = 'java.util.regex.Matcher';
  readonly search: RegexSearch;
  match: RegexMatch | null = null;
  #from = 0;

  constructor(search: RegexSearch) {
    this.search = search;
  }

  toString(): string {
    return this.className;
  }

  /** The start or end of the match. */
  bound(side: 'start' | 'end'): number {
    if (this.match === null) throw new PainlessFailure('illegal_state_exception', 'No match available');
    return this.match[side];
  }

  lookingAt(): boolean {
    const match = this.search.find();
    this.match = match?.start === 0 ? match : null;
    return this.match !== null;
  }

  reset(): this {
    this.match = null;
    this.#from = 0;
    return this;
  }

  matches(): boolean {
    this.match = this.search.matchWhole();
    return this.match !== null;
  }

  find(): boolean {
    this.match = this.search.find(this.#from);
    if (this.match !== null) {
      const { start, end } = this.match;
      this.#from = end > start ? end : end + 1;
    }
    return this.match !== null;
  }

  group(group: Value): string | null {
    if (this.match === null) throw new PainlessFailure('illegal_state_exception', 'No match found');
    const [number] =
      typeof group === 'string' ? (this.search.regex.names.get(group) ?? [-1]) : [asInteger(group)];
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
): Regex {
  try {
    return new Regex(node.pattern, { flags: node.flags.replace(/[^imsx]/g, '') });
  } catch (error) {
    if (!(error instanceof RegexSyntaxError)) throw error;
    throw compileError(
      source,
      node.offset,
      `invalid regular expression: could not compile regex constant [${node.pattern}] with flags [${node.flags}]`,
    );
  }
}

/** `text =~ pattern` searches anywhere, `text ==~ pattern` matches the whole text. */
export function applyRegex(operator: '=~' | '==~', text: Value, pattern: Value): boolean {
  if (!(pattern instanceof Pattern)) {
    throw new PainlessFailure('class_cast_exception', 'Cannot cast to java.util.regex.Pattern');
  }
  const search = pattern.limited(text);
  return (operator === '=~' ? search.find() : search.matchWhole()) !== null;
}

/** Replaces matches with a text containing `$1`, or with the results of a function. */
export function replaceFound(search: RegexSearch, by: Value, all: boolean): string {
  const { text } = search;
  let out = '';
  let at = 0;
  for (const match of search.all()) {
    out += text.slice(at, match.start) + replacement(match, search, by);
    at = match.end;
    if (!all) break;
  }
  return out + text.slice(at);
}

function replacement(match: RegexMatch, search: RegexSearch, by: Value): string {
  if (typeof by !== 'function') return expanded(search.regex, asText(by), match);
  const matcher = new Matcher(search);
  matcher.match = match;
  return asText((by as Lambda)(matcher));
}

function expanded(regex: Regex, by: string, match: RegexMatch): string {
  try {
    return regex.expand(by, match);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw new PainlessFailure(error.type, error.reason);
  }
}

export const patternMembers: MemberTable<Pattern> = {
  matcher: (self, [text]) => new Matcher(self.limited(text)),
  pattern: ({ regex }) => regex.source,
  asPredicate: (self) => (text: Value) => self.unlimited(text).find() !== null,
  split: (self, [text]) => splitBy(self.limited(text)),
  toString: (self: Pattern) => self.toString(),
};

/** Like Java's split: drops trailing empty strings. */
function splitBy(search: RegexSearch): Value[] {
  const { text } = search;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of search.all()) {
    if (end === 0) continue;
    parts.push(text.slice(at, start));
    at = end;
  }
  if (at === 0) return [text];
  parts.push(text.slice(at));
  while (parts[parts.length - 1] === '') parts.pop();
  return parts;
}

export const matcherMembers: MemberTable<Matcher> = {
  matches: (self) => self.matches(),
  find: (self) => self.find(),
  group: (self, [group = 0]) => self.group(group),
  namedGroup: (self, [name]) => self.group(asText(name)),
  groupCount: (self) => self.search.regex.groupCount,
  start: (self) => self.bound('start'),
  end: (self) => self.bound('end'),
  lookingAt: (self) => self.lookingAt(),
  reset: (self) => self.reset(),
  replaceAll: ({ search }, [by]) => replaceFound(search, by, true),
  replaceFirst: ({ search }, [by]) => replaceFound(search, by, false),
};
