import { limits } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';
import type { MemberTable } from './memberTable.ts';
import type { StaticClass } from './staticClass.ts';
import { asInteger, asNumber, asText, type PainlessObject, type Value } from './values.ts';

/** java.lang.StringBuilder. */
export class TextBuilder implements PainlessObject {
  readonly className = 'java.lang.StringBuilder';
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    if (text.length > limits.scriptText.value) {
      throw new PainlessFailure('out_of_memory_error', 'Java heap space');
    }
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

function change(edit: (text: string, args: readonly Value[]) => string) {
  return (self: TextBuilder, args: readonly Value[]): Value => {
    self.text = edit(self.text, args);
    return self;
  };
}

export const builderMembers: MemberTable<TextBuilder> = {
  append: change((text, [more]) => text + asText(more)),
  insert: change(
    (text, [at, more]) => text.slice(0, asInteger(at)) + asText(more) + text.slice(asInteger(at)),
  ),
  deleteCharAt: change((text, [at]) => text.slice(0, asInteger(at)) + text.slice(asInteger(at) + 1)),
  delete: change((text, [from, to]) => text.slice(0, asInteger(from)) + text.slice(asInteger(to))),
  replace: change(
    (text, [from, to, more]) => text.slice(0, asInteger(from)) + asText(more) + text.slice(asInteger(to)),
  ),
  reverse: change((text) => [...text].reverse().join('')),
  setLength: change((text, [length]) => text.slice(0, asInteger(length))),
  length: ({ text }) => text.length,
  charAt: ({ text }, [at]) => text.charAt(asInteger(at)),
  indexOf: ({ text }, [part]) => text.indexOf(asText(part)),
  substring: ({ text }, [from, to]) =>
    text.slice(asInteger(from), to === undefined ? undefined : asInteger(to)),
  toString: ({ text }: TextBuilder) => text,
};

/** `%[flags][width][.precision]conversion` of String.format: d, s, f, x, e, b, c, n and %. */
export function formatText(pattern: string, args: readonly Value[]): string {
  let next = 0;
  return pattern.replace(/%([-0,+]*)(\d*)(?:\.(\d+))?([a-zA-Z%])/g, (all, flags, width, precision, kind) => {
    if (kind === '%') return '%';
    if (kind === 'n') return '\n';
    if (next >= args.length) {
      throw new PainlessFailure('illegal_argument_exception', `Format specifier '${all}'`);
    }
    const text = printed(kind, args[next++], precision === undefined ? null : Number(precision), flags);
    if (text === null) throw new PainlessFailure('illegal_argument_exception', `Conversion = '${kind}'`);
    const missing = Math.min(Number(width || 0), 1000) - text.length;
    if (missing <= 0) return text;
    if (flags.includes('-')) return text + ' '.repeat(missing);
    return flags.includes('0')
      ? text.replace(/^[+-]?/, (sign) => sign + '0'.repeat(missing))
      : ' '.repeat(missing) + text;
  });
}

function printed(kind: string, value: Value, precision: number | null, flags: string): string | null {
  switch (kind) {
    case 's':
    case 'S': {
      const text = precision === null ? asText(value) : asText(value).slice(0, precision);
      return kind === 'S' ? text.toUpperCase() : text;
    }
    case 'b':
      return String(value === true || (value !== null && value !== false));
    case 'c':
      return typeof value === 'string' ? value : String.fromCharCode(asInteger(value));
    case 'd':
      return grouped(String(typeof value === 'bigint' ? value : asInteger(value)), flags);
    case 'x':
      return asInteger(value).toString(16);
    case 'f':
      return grouped(asNumber(value).toFixed(Math.min(precision ?? 6, 100)), flags);
    case 'e':
      return asNumber(value)
        .toExponential(Math.min(precision ?? 6, 100))
        .replace(/e([+-])(\d)$/, 'e$10$2');
    default:
      return null;
  }
}

function grouped(digits: string, flags: string): string {
  const text = flags.includes(',') ? digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',') : digits;
  return flags.includes('+') && !text.startsWith('-') ? `+${text}` : text;
}

const encoder = new TextEncoder();

export function encodeBase64(text: string): string {
  return Buffer.from(encoder.encode(text)).toString('base64');
}

export function decodeBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}

export const stringBuilders: StaticClass = {
  create: ([text]) => new TextBuilder(typeof text === 'string' ? text : ''),
};
