import { limits } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';
import { hashCode } from './hashes.ts';
import type { MemberTable } from './memberTable.ts';
import { Pattern, replaceFound } from './regexes.ts';
import { decodeBase64, encodeBase64 } from './textClasses.ts';
import { asInteger, asText, compareTexts, type Value } from './values.ts';

function slice(self: string, start: number, end: number): string {
  if (start < 0 || end > self.length || start > end) {
    throw new PainlessFailure(
      'string_index_out_of_bounds_exception',
      `begin ${start}, end ${end}, length ${self.length}`,
    );
  }
  return self.slice(start, end);
}

function matchesOf(self: string, from: string): number {
  return from === '' ? self.length + 1 : self.split(from).length - 1;
}

function letterAt(self: string, index: number): string {
  if (index >= 0 && index < self.length) return self[index];
  throw new PainlessFailure('string_index_out_of_bounds_exception', `String index out of range: ${index}`);
}

/** Charges for the result before creating it. */
function replaceText(self: string, from: string, to: string): string {
  const most = limits.scriptText.value;
  const isSafe = (self.length + 1) * (to.length + 1) <= most;
  if (!isSafe && self.length + matchesOf(self, from) * (to.length - from.length) > most) {
    throw new PainlessFailure('out_of_memory_error', 'Java heap space');
  }
  return self.replaceAll(from, () => to);
}

/** At most `limit` parts, the last one containing the rest. */
function splitOnToken(self: string, token: string, limit: number): string[] {
  const parts = self.split(token);
  if (limit <= 0 || parts.length <= limit) return parts;
  return [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(token)];
}

function byPattern(self: string, [pattern, by]: readonly Value[], all: boolean): string {
  if (pattern instanceof Pattern) return replaceFound(pattern.unlimited(self), by, all);
  throw new PainlessFailure('class_cast_exception', 'Cannot cast to java.util.regex.Pattern');
}

/** java.lang.String. Regular expressions are literals, not strings. */
export const stringMembers: MemberTable<string> = {
  length: (self) => self.length,
  isEmpty: (self) => self.length === 0,
  charAt: (self, [index]) => letterAt(self, asInteger(index)),
  subSequence: (self, [start, end]) => slice(self, asInteger(start), asInteger(end)),
  substring: (self, [start, end]) =>
    slice(self, asInteger(start), end === undefined ? self.length : asInteger(end)),
  toLowerCase: (self) => self.toLowerCase(),
  toUpperCase: (self) => self.toUpperCase(),
  trim: (self) => self.replace(/^[\0- ]+|[\0- ]+$/g, ''),
  indexOf: (self, [part, from]) => self.indexOf(asText(part), from === undefined ? 0 : asInteger(from)),
  lastIndexOf: (self, [part, from]) =>
    self.lastIndexOf(asText(part), from === undefined ? undefined : asInteger(from)),
  contains: (self, [part]) => self.includes(asText(part)),
  startsWith: (self, [part, from]) => self.startsWith(asText(part), from === undefined ? 0 : asInteger(from)),
  endsWith: (self, [part]) => self.endsWith(asText(part)),
  replace: (self, [from, to]) => replaceText(self, asText(from), asText(to)),
  concat: (self, [other]) => self + asText(other),
  equals: (self, [other]) => self === other,
  equalsIgnoreCase: (self, [other]) =>
    typeof other === 'string' && self.toLowerCase() === other.toLowerCase(),
  compareTo: (self, [other]) => compareTexts(self, asText(other)),
  hashCode: (self) => hashCode(self),
  toString: (self: string) => self,
  splitOnToken: (self, [token, limit = 0]) => splitOnToken(self, asText(token), asInteger(limit)) as Value[],
  replaceAll: (self, args) => byPattern(self, args, true),
  replaceFirst: (self, args) => byPattern(self, args, false),
  compareToIgnoreCase: (self, [other]) => compareTexts(self.toLowerCase(), asText(other).toLowerCase()),
  contentEquals: (self, [other]) => self === asText(other),
  toCharArray: (self) => self.split(''),
  intern: (self) => self,
  chars: (self) => Array.from({ length: self.length }, (_, i) => self.charCodeAt(i)),
  codePointAt: (self, [index]) => slice(self, asInteger(index), self.length).codePointAt(0) ?? 0,
  encodeBase64: (self) => encodeBase64(self),
  decodeBase64: (self) => decodeBase64(self),
};
