import { limits } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';
import type { StaticClass } from './staticClass.ts';
import { lambda } from './streams.ts';
import { asNumber, type Value } from './values.ts';

/** Length of infinite streams before `limit` truncates them. */
const ENDLESS = 10_000;

function numbersFrom(from: number, to: number, give: (value: number) => Value): Value[] {
  if (to - from > limits.scriptSteps.value)
    throw new PainlessFailure('out_of_memory_error', 'Java heap space');
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => give(from + i));
}

function iterated(args: readonly Value[]): Value[] {
  const [seed] = args;
  const change = lambda(args[args.length - 1]);
  const goesOn = args.length === 3 ? lambda(args[1]) : () => true;
  const items: Value[] = [];
  for (let item = seed; items.length < ENDLESS && goesOn(item) === true; item = change(item))
    items.push(item);
  return items;
}

function streamClass(give: (value: number) => Value): StaticClass {
  return {
    methods: {
      range: ([from, to]) => numbersFrom(asNumber(from), asNumber(to), give),
      rangeClosed: ([from, to]) => numbersFrom(asNumber(from), asNumber(to) + 1, give),
      of: ([items]) => (Array.isArray(items) ? [...items] : [items]),
      empty: () => [],
      iterate: iterated,
      generate: ([make]) => Array.from({ length: ENDLESS }, () => lambda(make)()),
      concat: ([a, b]) => [...(a as Value[]), ...(b as Value[])],
    },
  };
}

export const streamClasses: Readonly<Record<string, StaticClass>> = {
  Stream: streamClass((value) => value),
  IntStream: streamClass((value) => value),
  LongStream: streamClass((value) => BigInt(value)),
  DoubleStream: streamClass((value) => value),
};
