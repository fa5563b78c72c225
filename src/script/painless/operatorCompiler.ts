import { unreachable } from '../../common/index.ts';
import type { AssignOperator, BinaryOperator, Expression } from './ast.ts';
import { castBetween, isInstanceOf } from './casts.ts';
import type { Frame } from './frame.ts';
import { lastPlace } from './lastPlace.ts';
import {
  type Arithmetic,
  arithmetic,
  type Bitwise,
  bitwise,
  comparison,
  equality,
  keepClass,
  matching,
  operatorName,
  promote,
  type Shift,
  shift,
  unary,
} from './operators.ts';
import { type Typed, TypedCompiler } from './typedCompiler.ts';
import { isPrimitive, isSubclass, OBJECT, PATTERN, STRING, type Type } from './types.ts';
import { asText, Double, long, Narrow, type NarrowKind, type Value } from './values.ts';

/** A typed operation: operand type, result type and implementation. */
interface Operation {
  readonly left: Type;
  readonly right: Type;
  readonly type: Type;
  readonly operate: (a: Value, b: Value) => Value;
}

const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  byte: [-128, 127],
  short: [-32768, 32767],
  char: [0, 65535],
};

/** Compiles numbers, operators and conditions: everything that does not involve classes. */
export abstract class OperatorCompiler extends TypedCompiler {
  protected number(
    node: Expression & { readonly kind: 'number' },
    target: Type | null,
    negative = false,
  ): Typed {
    const { offset, text, type } = node;
    if (type === 'double') return this.constant(type, new Double(Number(text) * (negative ? -1 : 1)), offset);
    if (type === 'float') {
      const value = Math.fround(Number(text)) * (negative ? -1 : 1);
      return this.constant(type, new Narrow('float', value), offset);
    }
    const magnitude = wholeOf(text);
    const value = negative ? -magnitude : magnitude;
    if (type === 'long') {
      if (long(value) !== value) throw this.error(offset, `Invalid long constant [${text}].`);
      return this.constant('long', value, offset);
    }
    if (value !== BigInt.asIntN(32, value)) {
      const shown = negative ? `-${text}` : text;
      throw this.error(
        offset,
        `Invalid int constant [${shown}]. If you want a long constant then change it to [${shown}L].`,
      );
    }
    const number = Number(value);
    const range = target === null ? undefined : RANGES[target];
    if (range && number >= range[0] && number <= range[1]) {
      return this.constant(target as Type, new Narrow(target as NarrowKind, number), offset);
    }
    return this.constant('int', number, offset);
  }

  protected constant(type: Type, value: Value, offset: number): Typed {
    return { type, run: () => value, offset, constant: value };
  }

  protected unary(node: Expression & { readonly kind: 'unary' }, target: Type | null): Typed {
    const { operator, operand, offset } = node;
    if (operator === '!') {
      const run = this.condition(operand);
      return { type: 'boolean', offset, run: (frame) => !run(frame) };
    }
    if (operator === '-' && operand.kind === 'number')
      return { ...this.number(operand, target, true), offset };
    const value = this.expression(operand);
    const type = promote(value.type, value.type, operator !== '~');
    if (type === null) {
      const name = operatorName(operator);
      throw this.error(
        offset,
        `cannot apply the ${name} to the type [${value.type}]`,
        'class_cast_exception',
      );
    }
    const run = this.cast(value, type);
    const operate = unary(operator, type);
    if (value.constant !== undefined) return this.constant(type, operate(run(null as never)), offset);
    return { type, offset, run: this.place.guard(lastPlace(node) ?? offset, (frame) => operate(run(frame))) };
  }

  protected binary(node: Expression & { readonly kind: 'binary' }): Typed {
    const { operator, offset } = node;
    const a = this.expression(node.left);
    const b = this.expression(node.right);
    const { left, right, type, operate } = this.#operation(operator, a, b, offset);
    const x = this.cast(a, left);
    const y = this.cast(b, right);
    if (a.constant !== undefined && b.constant !== undefined) {
      const value = this.folded(offset, () => operate(x(null as never), y(null as never)));
      return this.constant(type, value, offset);
    }
    if (left === 'int' && right === 'int' && operator !== '/' && operator !== '%') {
      return { type, offset, run: (frame) => operate(x(frame), y(frame)) };
    }
    const at = lastPlace(node) ?? offset;
    return { type, offset, run: this.place.weighed(at, (frame) => operate(x(frame), y(frame))) };
  }

  #operation(operator: BinaryOperator, a: Typed, b: Typed, offset: number): Operation {
    switch (operator) {
      case '+':
        if (a.type === STRING || b.type === STRING) return joined(a, b);
        return this.#numeric(operator, a, b, offset, true);
      case '-':
      case '*':
      case '/':
      case '%':
        return this.#numeric(operator, a, b, offset, true);
      case '&':
      case '|':
        return this.#numeric(operator, a, b, offset, false);
      case '^':
        if (a.type === 'boolean' && b.type === 'boolean')
          return { left: 'boolean', right: 'boolean', type: 'boolean', operate: bitwise('^', 'def') };
        return this.#numeric(operator, a, b, offset, false);
      case '<<':
      case '>>':
      case '>>>':
        return this.#shift(operator, a, b, offset);
      case '==':
      case '!=':
      case '===':
      case '!==': {
        const type = equalityType(a.type, b.type);
        return { left: type, right: type, type: 'boolean', operate: equality(operator) };
      }
      case '=~':
      case '==~':
        return { left: STRING, right: PATTERN, type: 'boolean', operate: matching(operator) };
      case '<':
      case '<=':
      case '>':
      case '>=': {
        const type = promote(a.type, b.type, true) ?? this.#cannotApply(operator, a, b, offset);
        return { left: type, right: type, type: 'boolean', operate: comparison(operator, type) };
      }
      default:
        throw unreachable(operator);
    }
  }

  #numeric(operator: Arithmetic | Bitwise, a: Typed, b: Typed, offset: number, decimal: boolean): Operation {
    const type = promote(a.type, b.type, decimal) ?? this.#cannotApply(operator, a, b, offset);
    const operate = decimal ? arithmetic(operator as Arithmetic, type) : bitwise(operator as Bitwise, type);
    return { left: type, right: type, type, operate };
  }

  #shift(operator: Shift, a: Typed, b: Typed, offset: number): Operation {
    const left = promote(a.type, a.type, false) ?? this.#cannotApply(operator, a, b, offset);
    const right = promote(b.type, b.type, false) ?? this.#cannotApply(operator, a, b, offset);
    return { left, right, type: left, operate: shift(operator, left) };
  }

  #cannotApply(operator: string, a: Typed, b: Typed, offset: number): never {
    const name = operatorName(operator);
    const reason = `cannot apply the ${name} to the types [${a.type}] and [${b.type}]`;
    throw this.error(offset, reason, 'class_cast_exception');
  }

  /** Compiles `before op value` of a compound assignment, as a value of the target's type. */
  protected compound(operator: AssignOperator, type: Type, value: Typed, offset: number) {
    const before: Typed = { type, offset, run: () => null };
    const binary = operator.slice(0, -1) as BinaryOperator;
    const { left, right, type: result, operate } = this.#operation(binary, before, value, offset);
    const widen = castBetween(type, left, {});
    const back = castBetween(result, type, { explicit: true });
    if (widen === null || back === null)
      throw this.error(offset, `Cannot cast from [${result}] to [${type}].`, 'class_cast_exception');
    const run = this.cast(value, right);
    const convert = type === 'def' ? keepClass : (_: Value, after: Value) => back(after);
    return (frame: Frame, old: Value): Value => convert(old, operate(widen(old), run(frame)));
  }

  protected conditional(node: Expression & { readonly kind: 'conditional' }, target: Type | null): Typed {
    const condition = this.condition(node.condition);
    const a = this.expression(node.then, target);
    const b = this.expression(node.otherwise, target);
    const type = target ?? commonType(a, b);
    const then = this.cast(a, type);
    const otherwise = this.cast(b, type);
    return {
      type,
      offset: node.offset,
      run: (frame) => (condition(frame) ? then(frame) : otherwise(frame)),
    };
  }

  protected elvis(node: Expression & { readonly kind: 'elvis' }, target: Type | null): Typed {
    const a = this.expression(node.left, target);
    const b = this.expression(node.right, target);
    const { offset } = node;
    if (node.left.kind === 'null') throw this.error(offset, 'Extraneous elvis operator. LHS is null.');
    if (a.constant !== undefined) throw this.error(offset, 'Extraneous elvis operator. LHS is a constant.');
    if (isPrimitive(a.type)) throw this.error(offset, 'Extraneous elvis operator. LHS is a primitive.');
    const type = target ?? commonType(a, b);
    const left = this.cast(a, type);
    const right = this.cast(b, type);
    return { type, offset, run: (frame) => left(frame) ?? right(frame) };
  }

  protected logical(node: Expression & { readonly kind: 'and' | 'or' }): Typed {
    const left = this.condition(node.left);
    const right = this.condition(node.right);
    const run =
      node.kind === 'and'
        ? (frame: Frame): Value => left(frame) && right(frame)
        : (frame: Frame): Value => left(frame) || right(frame);
    return { type: 'boolean', offset: node.offset, run };
  }

  protected instanceOf(node: Expression & { readonly kind: 'instanceof' }): Typed {
    const type = this.type(node.type, node.offset);
    const { run } = this.expression(node.operand);
    return { type: 'boolean', offset: node.offset, run: (frame) => isInstanceOf(run(frame), type) };
  }

  protected explicitCast(node: Expression & { readonly kind: 'cast' }): Typed {
    const type = this.type(node.type, node.offset);
    const value = this.expression(node.operand, type);
    return { type, offset: node.offset, run: this.cast(value, type, { explicit: true }) };
  }
}

function wholeOf(text: string): bigint {
  return BigInt(/^0[0-7]+$/.test(text) ? `0o${text.slice(1)}` : text);
}

function joined(a: Typed, b: Typed): Operation {
  const operate = (x: Value, y: Value): Value => asText(x) + asText(y);
  return { left: a.type, right: b.type, type: STRING, operate };
}

function equalityType(a: Type, b: Type): Type {
  if (a === 'def' || b === 'def') return 'def';
  if (!isPrimitive(a) || !isPrimitive(b)) return OBJECT;
  return a === 'boolean' && b === 'boolean' ? 'boolean' : (promote(a, b, true) ?? 'boolean');
}

/** The type of a conditional expression with these branches. */
function commonType({ type: a }: Typed, { type: b }: Typed): Type {
  if (a === b) return a;
  if (a === 'def' || b === 'def') return 'def';
  if (isPrimitive(a) && isPrimitive(b) && a !== 'boolean' && b !== 'boolean')
    return promote(a, b, true) ?? OBJECT;
  if (isSubclass(a, b)) return b;
  return isSubclass(b, a) ? a : OBJECT;
}
