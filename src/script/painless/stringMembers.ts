import { limits } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';
import type { MemberTable } from './memberTable.ts';
import { asInteger, asText, compare, type Value } from './values.ts';

function slice(self: string, start: number, end: number): string {
  if (start < 0 || end > self.length || start > end) {
    throw new PainlessFailure(
      'string_index_out_of_bounds_exception',
      `begin ${start}, end ${end}, length ${self.length}`,
    );
  }
  return self.slice(start, end);
}

function hash(text: string): number {
  let code = 0;
  for (let i = 0; i < text.length; i++) code = (Math.imul(code, 31) + text.charCodeAt(i)) | 0;
  return code;
}

/** The result is weighed before it is made. */
function replaceText(self: string, from: string, to: string): string {
  const most = limits.scriptText.value;
  if (self.length * to.length > most && self.length + (self.split(from).length - 1) * to.length > most) {
    throw new PainlessFailure('out_of_memory_error', 'Java heap space');
  }
  return self.replaceAll(from, () => to);
}

/** java.lang.String. No method takes a regular expression. */
export const stringMembers: MemberTable<string> = {
  length: (self) => self.length,
  isEmpty: (self) => self.length === 0,
  charAt: (self, [index]) => slice(self, asInteger(index), asInteger(index) + 1),
  substring: (self, [start, end]) =>
    slice(self, asInteger(start), end === undefined ? self.length : asInteger(end)),
  toLowerCase: (self) => self.toLowerCase(),
  toUpperCase: (self) => self.toUpperCase(),
  trim: (self) => self.replace(/^[\0- ]+|[\0- ]+$/g, ''),
  indexOf: (self, [part, from]) => self.indexOf(asText(part), from === undefined ? 0 : asInteger(from)),
  lastIndexOf: (self, [part]) => self.lastIndexOf(asText(part)),
  contains: (self, [part]) => self.includes(asText(part)),
  startsWith: (self, [part]) => self.startsWith(asText(part)),
  endsWith: (self, [part]) => self.endsWith(asText(part)),
  replace: (self, [from, to]) => replaceText(self, asText(from), asText(to)),
  concat: (self, [other]) => self + asText(other),
  equals: (self, [other]) => self === other,
  equalsIgnoreCase: (self, [other]) =>
    typeof other === 'string' && self.toLowerCase() === other.toLowerCase(),
  compareTo: (self, [other]) => Math.sign(compare(self, other)),
  hashCode: (self) => hash(self),
  toString: (self: string) => self,
  splitOnToken: (self, [token]) => self.split(asText(token)) as Value[],
};
