import { bigNumbers } from './bigNumbers.ts';
import { toLong } from './casts.ts';
import { PainlessFailure } from './errors.ts';
import { Instance } from './instance.ts';
import { JavaArray } from './mapViews.ts';
import type { StaticClass } from './staticClass.ts';
import { asInteger, asText, Double, Narrow, type Value } from './values.ts';

/** Small classes of java.util: Base64, Random, StringTokenizer, UUID. */

const bytesOf = (value: Value): Buffer => Buffer.from((value as Value[]).map(asInteger));
const arrayOf = (bytes: Buffer): Value =>
  JavaArray.typed(
    'byte[]',
    [...bytes].map((byte) => new Narrow('byte', (byte << 24) >> 24)),
  );

function coder(url: boolean): StaticClass['methods'] {
  const name = url ? 'base64url' : 'base64';
  return {
    encoder: () =>
      new Instance('java.util.Base64.Encoder', {
        encodeToString: ([bytes]) => bytesOf(bytes).toString(name),
        encode: ([bytes]) => arrayOf(Buffer.from(bytesOf(bytes).toString(name))),
        withoutPadding: () => null,
      }),
    decoder: () =>
      new Instance('java.util.Base64.Decoder', {
        decode: ([text]) =>
          arrayOf(Buffer.from(typeof text === 'string' ? text : bytesOf(text).toString(), name)),
      }),
  };
}

const plain = coder(false) ?? {};
const url = coder(true) ?? {};

const MULTIPLIER = 0x5deece66dn;
const MASK = (1n << 48n) - 1n;

/** java.util.Random, with the same sequence for the same seed. */
function randomOf(given: bigint): Instance {
  let seed = (given ^ MULTIPLIER) & MASK;
  let spare: number | null = null;
  const next = (bits: number): number => {
    seed = (seed * MULTIPLIER + 0xbn) & MASK;
    return Number(BigInt.asIntN(32, seed >> BigInt(48 - bits)));
  };
  const nextInt = (bound: number): number => {
    if (bound <= 0) throw new PainlessFailure('illegal_argument_exception', 'bound must be positive');
    const first = next(31);
    if ((bound & -bound) === bound) return Number((BigInt(bound) * BigInt(first)) >> 31n);
    let bits = first;
    while (bits - (bits % bound) + (bound - 1) > 0x7fffffff) bits = next(31);
    return bits % bound;
  };
  const nextDouble = (): number => (next(26) * 2 ** 27 + next(27)) * 2 ** -53;
  const gaussian = (): number => {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    for (;;) {
      const x = 2 * nextDouble() - 1;
      const y = 2 * nextDouble() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      spare = y * factor;
      return x * factor;
    }
  };
  return new Instance('java.util.Random', {
    nextInt: ([bound]) => (bound === undefined ? next(32) : nextInt(asInteger(bound))),
    nextLong: () => BigInt.asIntN(64, (BigInt(next(32)) << 32n) + BigInt(next(32))),
    nextDouble: () => new Double(nextDouble()),
    nextFloat: () => next(24) / 2 ** 24,
    nextBoolean: () => next(1) !== 0,
    nextGaussian: () => new Double(gaussian()),
    setSeed: ([value]) => {
      seed = (toLong(value) ^ MULTIPLIER) & MASK;
      spare = null;
      return null;
    },
  });
}

function tokenizer([text, marks = ' \t\n\r\f', withMarks = false]: readonly Value[]): Instance {
  const isMark = (letter: string): boolean => asText(marks).includes(letter);
  const tokens: string[] = [];
  let token = '';
  for (const letter of asText(text)) {
    if (!isMark(letter)) {
      token += letter;
      continue;
    }
    if (token !== '') tokens.push(token);
    token = '';
    if (withMarks === true) tokens.push(letter);
  }
  if (token !== '') tokens.push(token);
  let at = 0;
  const next = (): Value => {
    if (at >= tokens.length) throw new PainlessFailure('no_such_element_exception', 'null');
    return tokens[at++];
  };
  return new Instance('java.util.StringTokenizer', {
    hasMoreTokens: () => at < tokens.length,
    hasMoreElements: () => at < tokens.length,
    nextToken: next,
    nextElement: next,
    countTokens: () => tokens.length - at,
  });
}

function joiner([separator, before = '', after = '']: readonly Value[]): Instance {
  const parts: string[] = [];
  let empty: string | null = null;
  const text = (): string =>
    parts.length === 0 && empty !== null
      ? empty
      : asText(before) + parts.join(asText(separator)) + asText(after);
  const self: Instance = new Instance(
    'java.util.StringJoiner',
    {
      add: ([part]) => {
        parts.push(asText(part));
        return self;
      },
      setEmptyValue: ([value]) => {
        empty = asText(value);
        return self;
      },
      length: () => text().length,
      toString: () => text(),
    },
    text,
  );
  return self;
}

function uuid(most: bigint, least: bigint): Instance {
  const hex = (value: bigint): string => BigInt.asUintN(64, value).toString(16).padStart(16, '0');
  const digits = hex(most) + hex(least);
  const text = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const bits = most ^ least;
  return new Instance(
    'java.util.UUID',
    {
      getMostSignificantBits: () => most,
      getLeastSignificantBits: () => least,
      version: () => Number((most >> 12n) & 15n),
      variant: () => 2,
      hashCode: () => Number(BigInt.asIntN(32, (bits >> 32n) ^ bits)),
    },
    () => text,
  );
}

function parseUuid(text: string): Instance {
  const parts = text.split('-');
  if (parts.length !== 5 || parts.some((part) => !/^[0-9a-fA-F]+$/.test(part))) {
    throw new PainlessFailure('illegal_argument_exception', `Invalid UUID string: ${text}`);
  }
  const [a, b, c, d, e] = parts.map((part) => BigInt(`0x${part}`));
  const most = (a << 32n) | ((b & 0xffffn) << 16n) | (c & 0xffffn);
  return uuid(BigInt.asIntN(64, most), BigInt.asIntN(64, ((d & 0xffffn) << 48n) | (e & 0xffffffffffffn)));
}

export const utilityClasses: Readonly<Record<string, StaticClass>> = {
  ...bigNumbers,
  Base64: {
    methods: {
      getEncoder: plain.encoder,
      getDecoder: plain.decoder,
      getUrlEncoder: url.encoder,
      getUrlDecoder: url.decoder,
    },
  },
  Random: {
    create: ([seed], { random }) =>
      randomOf(seed === undefined ? BigInt(Math.floor(random() * 2 ** 48)) : toLong(seed)),
  },
  StringTokenizer: { create: (args) => tokenizer(args) },
  StringJoiner: { create: (args) => joiner(args) },
  UUID: {
    methods: { fromString: ([text]) => parseUuid(asText(text)) },
    create: ([most, least]) => uuid(toLong(most), toLong(least)),
  },
};
