import { illegalArgument, numberFormat } from '../../../common/index.ts';
import { Double, type Value } from '../../../script/index.ts';
import type { ProcessorType } from '../processor.ts';
import { javaText, requiredValue } from './fields.ts';

const INT_MAX = 2n ** 31n - 1n;
const LONG_MAX = 2n ** 63n - 1n;

function whole(kind: string, max: bigint): (value: Value) => Value {
  return (value) => {
    const text = javaText(value);
    const digits = /^([+-]?)(0[xX])?([0-9a-fA-F]+)$/.exec(text);
    if (!digits || (digits[2] === undefined && !/^\d+$/.test(digits[3]))) throw cannot(text, kind);
    const size = BigInt(`${digits[2] === undefined ? '' : '0x'}${digits[3]}`);
    const number = digits[1] === '-' ? -size : size;
    if (number > max || number < -max - 1n) throw cannot(text, kind);
    return max === INT_MAX ? Number(number) : number;
  };
}

function fraction(kind: string, round: (value: number) => number): (value: Value) => Value {
  return (value) => {
    const text = javaText(value).trim();
    if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFdD]?$/.test(text)) throw cannot(text, kind);
    return new Double(round(Number.parseFloat(text)));
  };
}

function boolean(value: Value): Value {
  const text = javaText(value).toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw illegalArgument(`[${javaText(value)}] is not a boolean value, cannot convert to boolean`);
}

function cannot(text: string, kind: string): Error {
  return illegalArgument(`unable to convert [${text}] to ${kind}`, numberFormat(text));
}

const integer = whole('integer', INT_MAX);
const long = whole('long', LONG_MAX);
const float = fraction('float', Math.fround);
const double = fraction('double', (value) => value);

const CONVERSIONS: ReadonlyMap<string, (value: Value) => Value> = new Map([
  ['integer', integer],
  ['long', long],
  ['float', float],
  ['double', double],
  ['boolean', boolean],
  ['string', javaText],
  ['auto', auto],
]);

/** Converts texts that look like another type. */
function auto(value: Value): Value {
  if (typeof value !== 'string') return value;
  for (const convert of [integer, long, float, double, boolean]) {
    try {
      return convert(value);
    } catch {
      // Try the next type.
    }
  }
  return value;
}

export const convertProcessor: ProcessorType = {
  name: 'convert',
  doc: 'converts a value to another type',
  create(configuration) {
    const field = configuration.text('field');
    const typeName = configuration.text('type').toLowerCase();
    const target = configuration.optionalText('target_field') ?? field;
    const ignoreMissing = configuration.flag('ignore_missing', false);
    const convert = CONVERSIONS.get(typeName);
    if (!convert) {
      throw configuration.error('type', `type [${typeName}] not supported, cannot convert field.`);
    }
    return (document) => {
      const value = requiredValue(
        document,
        field,
        ignoreMissing,
        `cannot be converted to type [${typeName}]`,
      );
      if (value === null) return;
      document.set(target, Array.isArray(value) ? value.map(convert) : convert(value));
    };
  },
};
