import { unreachable } from '../../common/index.ts';
import {
  type BetweenNode,
  type BinaryNode,
  type CallNode,
  type CaseNode,
  type CastNode,
  type ComparisonNode,
  type ComparisonOperator,
  derive,
  type ExpressionNode,
  type InNode,
  type IsNullNode,
  type LikeNode,
  type LogicalNode,
  type QuantifiedNode,
} from '../ast/index.ts';
import { evaluationError, located, SqlError, semanticError } from '../errors.ts';
import {
  aggregateByName,
  castTargets,
  type EvaluationContext,
  foreignCastTargets,
  functionByName,
  type ScalarFunction,
} from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import { bindAggregate } from './aggregateCalls.ts';
import type { BinderFace, Collectors, SubqueryForm } from './binderFace.ts';
import { type Bound, literalOf, referenceTo } from './bound.ts';
import { explicitCast, makeCall } from './calls.ts';
import { bindLiteral } from './literals.ts';
import { bindRelevance, relevanceBehind, relevanceOf } from './relevanceCalls.ts';
import { bindRow, compareRows } from './rowValues.ts';
import { resolveName, type Scope } from './scope.ts';
import { bindSpecial } from './specialCalls.ts';

export const NO_COLLECTORS: Collectors = {
  aggregate: null,
  window: null,
  nested: null,
  subquery: null,
  inner: null,
};

const NEGATED: Readonly<Partial<Record<ComparisonOperator, ComparisonOperator>>> = {
  '=': '<>',
  '<>': '=',
  '!=': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** Binds the AST of expressions in one scope. Throws SqlError with the original's messages. */
export class Binder implements BinderFace {
  readonly scope: Scope;
  readonly context: EvaluationContext;
  readonly collectors: Collectors;

  /** Names that refer to expressions of the select list (HAVING). */
  readonly #aliases: ReadonlyMap<string, ExpressionNode>;

  constructor(
    scope: Scope,
    context: EvaluationContext,
    collectors: Collectors = NO_COLLECTORS,
    aliases: ReadonlyMap<string, ExpressionNode> = new Map(),
  ) {
    this.scope = scope;
    this.context = context;
    this.collectors = collectors;
    this.#aliases = aliases;
  }

  bind(node: ExpressionNode): Bound {
    return located(node, () => this.#bind(node));
  }

  #bind(node: ExpressionNode): Bound {
    switch (node.kind) {
      case 'literal':
        return bindLiteral(node, this.context);
      case 'interval':
        return this.call('interval', [this.bind(node.amount), literalOf(node.unit, 'keyword')]);
      case 'column':
        return this.#column(node.parts);
      case 'binary':
        return this.#binary(node);
      case 'negate':
        return this.call('negate', [this.bind(node.operand)]);
      case 'comparison':
        return this.#comparison(node);
      case 'and':
      case 'or':
        return this.#logical(node);
      case 'not':
        return this.call('not', [this.bind(node.operand)]);
      case 'isNull':
        return this.#isNull(node);
      case 'like':
        return this.#like(node);
      case 'between':
        return this.#between(node);
      case 'in':
        return this.#in(node);
      case 'case':
        return this.#case(node);
      case 'cast':
        return this.#cast(node);
      case 'call':
        return this.#call(node);
      case 'exists':
      case 'subquery':
        return this.#subquery(node);
      case 'quantified':
        return this.#quantified(node);
      case 'row':
        throw semanticError('a row of values is no expression');
      case 'star':
      case 'fieldList':
        throw semanticError(`${node.kind} is no expression`);
      default:
        throw unreachable(node);
    }
  }

  /** A call of a function from the table, by name or symbol. */
  call(name: string, args: readonly Bound[]): Bound {
    return makeCall(this.function(name), args, this.context, name.toLowerCase());
  }

  function(name: string): ScalarFunction {
    const fn = this.scope.function?.(name) ?? functionByName(name);
    if (fn === undefined) throw evaluationError(`unsupported function name: ${name.toLowerCase()}`);
    return fn;
  }

  inner(): Binder {
    return new Binder(this.scope, this.context, this.collectors.inner ?? NO_COLLECTORS);
  }

  #subquery(node: SubqueryForm): Bound {
    const { subquery } = this.collectors;
    if (subquery === null) throw semanticError('a subquery is not allowed here');
    return referenceTo(subquery(node, this));
  }

  #column(parts: readonly string[]): Bound {
    const aliased = parts.length === 1 ? this.#aliases.get(parts[0]) : undefined;
    if (aliased !== undefined) return new Binder(this.scope, this.context, this.collectors).bind(aliased);
    return this.scope.computed?.(parts.join('.')) ?? referenceTo(resolveName(this.scope, parts).column);
  }

  #comparison(node: ComparisonNode): Bound {
    const search = node.operator === '=' ? relevanceBehind(node.right) : null;
    if (search !== null) return bindRelevance(search.fn, search.call, this.scope, node.left, this.context);
    return compareRows(node.operator, bindRow(node.left, this), bindRow(node.right, this), this);
  }

  /** `||` converts operands that are not strings to their printed form. */
  #binary(node: BinaryNode): Bound {
    const operands = [this.bind(node.left), this.bind(node.right)];
    if (node.operator !== '||') return this.call(node.operator, operands);
    const isText = ({ type }: Bound): boolean => ['keyword', 'text', 'undefined'].includes(type);
    return this.call(
      '||',
      operands.map((operand) => (isText(operand) ? operand : explicitCast(operand, 'keyword', this.context))),
    );
  }

  /** A condition holds for all rows if its negation holds for none. */
  #quantified(node: QuantifiedNode): Bound {
    if (node.quantifier === 'any') return this.#subquery(node);
    const operator = NEGATED[node.operator];
    if (operator === undefined) throw semanticError(`${node.operator} ALL is no comparison`);
    return this.call('not', [this.#subquery(derive(node, { operator, quantifier: 'any' }))]);
  }

  #logical(node: LogicalNode): Bound {
    const operands = node.operands.map((operand) => this.bind(operand));
    for (const operand of operands) this.#requireBoolean(node.kind, operand, operands);
    return this.call(node.kind, operands);
  }

  /** The original resolves AND and OR pairwise, and its message shows one pair. */
  #requireBoolean(name: string, operand: Bound, operands: readonly Bound[]): void {
    if (['boolean', 'undefined', 'keyword', 'text'].includes(operand.type)) return;
    const at = operands.indexOf(operand);
    const pair = at === 0 ? operands.slice(0, 2) : [operands[at - 1], operand];
    const got = pair.map(({ type }) => (type === 'keyword' ? 'STRING' : type.toUpperCase()));
    throw evaluationError(`${name} function expected {[BOOLEAN,BOOLEAN]}, but get [${got.join()}]`);
  }

  #isNull(node: IsNullNode): Bound {
    const operand = this.bind(node.operand);
    if (node.what === 'true' || node.what === 'false') {
      const test = this.call(`is ${node.what}`, [operand]);
      return node.negated ? this.call('not', [test]) : test;
    }
    return this.call(node.negated ? 'is not null' : 'is null', [operand]);
  }

  #like(node: LikeNode): Bound {
    const operands = [this.bind(node.operand), this.bind(node.pattern)];
    if (!node.regexp) return this.call(node.negated ? 'not like' : 'like', operands);
    const test = this.call('regexp', operands);
    return node.negated ? this.call('not', [this.call('=', [test, literalOf(1, 'integer')])]) : test;
  }

  #between(node: BetweenNode): Bound {
    const operand = this.bind(node.operand);
    const low = this.call('>=', [operand, this.bind(node.low)]);
    const high = this.call('<=', [operand, this.bind(node.high)]);
    const both = this.call('and', [low, high]);
    return node.negated ? this.call('not', [both]) : both;
  }

  #in(node: InNode): Bound {
    const { list, query } = node;
    if (list === null || query !== null) {
      if (query === null) throw semanticError('IN without a list');
      const matches = this.#subquery({ ...node, query });
      return node.negated ? this.call('not', [matches]) : matches;
    }
    const operand = bindRow(node.operand, this);
    const tests = list.map((item) => compareRows('=', operand, bindRow(item, this), this));
    const matches = tests.length === 1 ? tests[0] : makeCall(this.function('or'), tests, this.context, 'in');
    return node.negated ? this.call('not', [matches]) : matches;
  }

  #case(node: CaseNode): Bound {
    const operand = node.operand === null ? null : this.bind(node.operand);
    const branches = node.branches.map(({ when, then }) => {
      const test = operand === null ? this.bind(when) : this.call('=', [operand, this.bind(when)]);
      return { when: test, then: this.bind(then) };
    });
    const otherwise = node.otherwise === null ? null : this.bind(node.otherwise);
    const results = [...branches.map(({ then }) => then), ...(otherwise === null ? [] : [otherwise])];
    return { kind: 'case', type: this.#resultType(results), branches, otherwise };
  }

  #resultType(results: readonly Bound[]): SqlType {
    const types = [...new Set(results.map(({ type }) => (type === 'text' ? 'keyword' : type)))];
    const known = types.filter((type) => type !== 'undefined');
    if (known.length > 1) {
      const names = known.map((type) => (type === 'keyword' ? 'STRING' : type.toUpperCase()));
      throw semanticError(
        `All result types of CASE clause must be the same, but found [${names.join(', ')}]`,
      );
    }
    return known[0] ?? 'undefined';
  }

  #cast(node: CastNode): Bound {
    const name = node.type.toUpperCase();
    const target = castTargets.get(name) ?? foreignCastTargets.get(name);
    if (target === undefined) {
      throw new SqlError('SqlParseException', `Unsupported cast type ${node.type.toLowerCase()}`);
    }
    return explicitCast(this.bind(node.operand), target, this.context);
  }

  #call(node: CallNode): Bound {
    if (node.over !== null) {
      if (this.collectors.window === null) throw semanticError('a window function is not allowed here');
      return referenceTo(this.collectors.window(node));
    }
    const aggregate = aggregateByName(node.name);
    if (aggregate !== undefined) {
      if (this.collectors.aggregate === null) {
        throw evaluationError(`can't evaluate on aggregator: ${node.name.toLowerCase()}`);
      }
      return referenceTo(this.collectors.aggregate(bindAggregate(aggregate, node, this)));
    }
    const search = relevanceOf(node);
    if (search !== null) return bindRelevance(search.fn, node, this.scope, null, this.context);
    const special = bindSpecial(node, this);
    if (special !== null) return special;
    return this.call(
      node.name,
      node.args.map((arg) => this.bind(arg)),
    );
  }
}
