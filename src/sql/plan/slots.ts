import type { LiteralNode, LiteralPlace, SqlScalar } from '../ast/index.ts';
import { literalOf, type SlotLiteral, SlotValue } from '../binder/index.ts';
import type { SqlError } from '../errors.ts';

/**
 * Plans that can be reused for other literal values. A literal whose value is only passed on gets a slot in
 * the plan. A literal whose value is inspected while planning (text converted to a date, a pattern) is
 * pinned: the plan holds for that value only.
 */

/** The values of a statement's literals, by slot number. */
export type SlotValues = readonly SqlScalar[];

type Refusal = (values: SlotValues) => SqlError | null;

/** Records which literals have their value inspected while a plan is made. */
export class SlotWatch {
  readonly pinned = new Set<number>();
  /** What the original says where this goes on, by the values of the literals. */
  readonly refusals: Refusal[] = [];

  literal(node: LiteralNode, number: number): LiteralNode {
    const { kind, type, span } = node;
    const { pinned, refusals } = this;
    const slot: LiteralPlace = {
      number,
      value: node.value as string | number,
      refuses: (refusal) => void refusals.push((values) => refusal(values[number]) as SqlError | null),
    };
    return Object.freeze({
      ...{ kind, type, span, slot },
      get value() {
        pinned.add(number);
        return node.value;
      },
    });
  }
}

type Fill = (values: SlotValues) => unknown;

/** Turns a plan into a function of its literals; parts without a slot are shared by all plans it returns. */
export function filler<T>(plan: T): (values: SlotValues) => T {
  const fill = fillOf(plan);
  return fill === null ? () => plan : (values) => fill(values) as T;
}

/** Properties that refer to entries of the function tables. */
const TABLES: ReadonlySet<string> = new Set(['fn', 'signature']);

/** Null when the part contains no slot. */
function fillOf(part: unknown): Fill | null {
  if (part === null || typeof part !== 'object') return null;
  if (part instanceof SlotValue) return (values) => part.fill(values);
  if (Array.isArray(part)) return fillOfItems(part);
  if (Object.getPrototypeOf(part) !== Object.prototype) return null;
  if ('slot' in part) return fillOfLiteral(part as SlotLiteral);
  return fillOfMembers(part as Readonly<Record<string, unknown>>);
}

function fillOfLiteral({ type, slot: { place, from } }: SlotLiteral): Fill {
  return (values) => literalOf(from(values[place.number]), type);
}

function fillOfItems(items: readonly unknown[]): Fill | null {
  const fills = items.map(fillOf);
  if (fills.every((fill) => fill === null)) return null;
  return (values) => items.map((item, i) => fills[i]?.(values) ?? item);
}

function fillOfMembers(whole: Readonly<Record<string, unknown>>): Fill | null {
  const fills: (readonly [string, Fill])[] = [];
  for (const [name, member] of Object.entries(whole)) {
    const fill = TABLES.has(name) ? null : fillOf(member);
    if (fill !== null) fills.push([name, fill]);
  }
  if (fills.length === 0) return null;
  return (values) => {
    const filled: Record<string, unknown> = { ...whole };
    for (const [name, fill] of fills) filled[name] = fill(values);
    return filled;
  };
}
