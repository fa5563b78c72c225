import { type JsonObject, type JsonValue, jsonDouble } from '../../../../common/index.ts';
import type {
  BetweenNode,
  CallNode,
  ColumnNode,
  ComparisonNode,
  ExistsNode,
  ExpressionNode,
  InNode,
  IsNullNode,
  LikeNode,
} from '../../../ast/index.ts';
import { located, SqlError, type SqlErrorType } from '../../../errors.ts';
import { bool, exists, nestedQuery, not, range, scriptQuery, term } from './bool.ts';
import { requiredArgument } from './callParameters.ts';
import { checkConditions, druidClass } from './conditionForms.ts';
import { geoQuery, isGeo } from './geo.ts';
import { constantOf, constantValue, isConstant, textValue } from './literals.ts';
import { writtenName } from './names.ts';
import { existsCondition, mergeNested, nestedCall } from './nestedConditions.ts';
import { comparedValues, conditionSource, JAVA_COMPARISONS, scriptOf } from './painless.ts';
import { LateRefusal, refuse } from './refuse.ts';
import { isSearchOfField, relevanceQuery, SCORES, WORD_QUERIES } from './relevance.ts';
import type { FieldRef } from './scope.ts';
import type { ScriptWriter } from './script.ts';
import { bareTree, type Condition, comparisonsOf, rootTree, type WhereTree, whereBool } from './where.ts';

export const FLIPPED: Readonly<Record<string, ComparisonNode['operator']>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '=': '=',
  '<>': '<>',
  '!=': '!=',
  '<=>': '<=>',
};

export const NEGATED: Readonly<Record<string, ComparisonNode['operator']>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '=': '<>',
  '<>': '=',
  '!=': '=',
  '<=>': '<>',
};

/** Writes WHERE as the clause of a `bool`. Inside a nested query, nested fields stand without a wrapper. */
export class ConditionWriter {
  readonly #scripts: ScriptWriter;
  readonly #insidePath: string | null;
  #root: ExpressionNode | null = null;

  constructor(scripts: ScriptWriter, insidePath: string | null = null) {
    this.#scripts = scripts;
    this.#insidePath = insidePath;
  }

  where(expression: ExpressionNode): JsonObject {
    const merged = this.#insidePath === null ? mergeNested(expression, this.#scripts.scope) : expression;
    this.#root = merged.kind === 'not' ? merged.operand : merged;
    const root = rootTree(merged);
    checkConditions(root);
    return this.tree(root);
  }

  tree(root: WhereTree): JsonObject {
    return whereBool(bareTree(root), (condition) =>
      located(condition.expression, () => this.#condition(condition)),
    );
  }

  #condition({ expression, negated }: Condition): JsonObject {
    switch (expression.kind) {
      case 'comparison':
        return this.#comparison(expression, negated);
      case 'isNull':
        return this.#isNull(expression, negated);
      case 'like':
        return this.#like(expression, negated);
      case 'between':
        return this.#between(expression, negated);
      case 'in':
        return this.#in(expression, negated);
      case 'exists':
        return this.#exists(expression, negated);
      case 'call':
        return this.#call(expression, negated);
      case 'literal':
        return { [(expression.value === true) !== negated ? 'match_all' : 'match_none']: { boost: 1 } };
      default:
        return this.#script(expression, negated);
    }
  }

  #comparison(node: ComparisonNode, negated: boolean): JsonObject {
    const field = this.#field(node.left);
    if (
      field !== null &&
      node.right.kind === 'call' &&
      (isSearchOfField(node.right.name) || isValues(node.right))
    ) {
      const { right } = node;
      const searched = node.operator === '=' ? this.#exact(field) : field;
      const query = this.#wrap(searched, (name) => this.#relevance(right, name));
      return isNegated(node.operator, negated, right) ? not(query) : query;
    }
    if (field !== null && node.right.kind === 'column' && !this.#isScript(node, field)) {
      return this.#withName(node, field, node.right);
    }
    if (field === null || !isConstant(node.right)) return this.#script(node, negated);
    const operator = negated ? NEGATED[node.operator] : node.operator;
    const literal = constantOf(node.right);
    if (literal?.type === 'null') {
      return this.#wrap(field, (name) => nullQuery(this.#scripts.scope.exact(name), operator === '='));
    }
    // The original rewrites a text field to its keyword by the operator that is written.
    const name = node.operator === '=' ? this.#exact(field) : field;
    return this.#wrap(name, (target) => compare(target, operator, this.#value(node.right)));
  }

  /** Fields are compared by a script where a statement of one table asks for nothing else, and in explanations, which run. */
  #isScript(node: ComparisonNode, { nestedPath }: FieldRef): boolean {
    const { scope, prints } = this.#scripts;
    return !scope.hasMany && (prints || (node === this.#root && nestedPath === null));
  }

  /** Beside other conditions the name of a field is a text to the original, or nothing that it knows. */
  #withName({ operator }: ComparisonNode, field: FieldRef, named: ColumnNode): JsonObject {
    const name = this.#nameOf(named);
    if (operator[0] === '>' || operator === '<' || operator === '<=') {
      return this.#wrap(field, (target) => compare(target, operator, name));
    }
    throw new LateRefusal(`Cannot recoginze Sql identifer ${name}`);
  }

  #nameOf(column: ColumnNode): string {
    const { scope } = this.#scripts;
    return scope.hasMany ? column.parts.join('.') : scope.column(column).name;
  }

  #isNull(node: IsNullNode, negated: boolean): JsonObject {
    const isNot = node.negated !== negated;
    const field = this.#field(node.operand);
    if (field === null) return this.#script(node, negated);
    if (node.what === 'true' || node.what === 'false') {
      const test = this.#wrap(field, (name) => term(name, node.what === 'true'));
      return isNot ? not(test) : test;
    }
    return this.#wrap(this.#exact(field), (name) => nullQuery(name, !isNot));
  }

  #like(node: LikeNode, negated: boolean): JsonObject {
    const field = this.#field(node.operand);
    if (field === null) throw refuse('LIKE needs a field on its left side');
    const pattern = textValue(node.pattern).replace(/\\(?=[%_])/g, '');
    return this.#wrap(field, (name) => {
      const query: JsonObject = { wildcard: { [name]: { wildcard: wildcardOf(pattern), boost: 1 } } };
      return node.negated !== negated ? not(query) : query;
    });
  }

  #between(node: BetweenNode, negated: boolean): JsonObject {
    const field = this.#field(node.operand) ?? this.#nameless(node.operand);
    if (!this.#isValue(node.low) || !this.#isValue(node.high)) return this.#comparisons(node, negated);
    if (field === null) return this.#script(node, negated);
    const [from, to] = [this.#value(node.low), this.#value(node.high)];
    return this.#wrap(field, (name) => {
      const query = range(name, { from, to, includeLower: true, includeUpper: true });
      return node.negated !== negated ? not(query) : query;
    });
  }

  #in(node: InNode, negated: boolean): JsonObject {
    if (node.list === null) throw refuse('Unsupported subquery', 'IllegalStateException');
    const field = this.#field(node.operand) ?? this.#nameless(node.operand);
    if (!node.list.every((item) => this.#isValue(item))) return this.#comparisons(node, negated);
    if (field === null) return this.#script(node, negated);
    const values = node.list.map((item) => this.#value(item));
    if (values.includes(null)) throw new LateRefusal('value cannot be null', 'IllegalArgumentException');
    // The original forgets the path that `nested(…)` gives: nothing is found.
    const target = node.operand.kind === 'call' ? { ...field, nestedPath: null } : field;
    return this.#wrap(this.#exact(target), (name) => {
      const query = bool({ should: values.map((value) => term(name, value)) });
      return node.negated !== negated ? not(query) : query;
    });
  }

  /** A NULL among the bounds leaves each of them open for itself. */
  #comparisons(node: BetweenNode | InNode, negated: boolean): JsonObject {
    return whereBool(comparisonsOf(node, negated), (condition) => this.#condition(condition));
  }

  #exists(node: ExistsNode, negated: boolean): JsonObject {
    const { path, scope, condition } = existsCondition(node, this.#scripts.scope);
    const inner = new ConditionWriter(this.#scripts.within(scope), path);
    const query = nestedQuery(path, inner.where(condition));
    return negated ? not(query) : query;
  }

  #call(node: CallNode, negated: boolean): JsonObject {
    const query = this.#positiveCall(node);
    return negated ? not(query) : query;
  }

  #positiveCall(node: CallNode): JsonObject {
    const nested = nestedCall(node, this.#scripts.scope);
    if (nested?.condition) {
      const inner = new ConditionWriter(this.#scripts, nested.path);
      return nestedQuery(nested.path, inner.where(nested.condition));
    }
    if (nested?.field) return this.#wrap(nested.field, (name) => term(name, true));
    if (isSearchOfField(node.name)) return this.#relevance(node, null);
    if (isGeo(node.name)) return geoQuery(node, (argument) => this.#fieldName(argument));
    return this.#script(node, false);
  }

  /** `field` is the left side of `f = MATCH_QUERY('q')`. */
  #relevance(call: CallNode, field: string | null): JsonObject {
    if (isValues(call) && field !== null) return valuesQuery(call, field);
    if (!isScore(call)) return relevanceQuery(call, field, (argument) => this.#fieldName(argument));
    const [, boost] = call.args;
    const inner = requiredArgument(call, 0);
    const factor = boost === undefined ? 1 : factorOf(boost);
    if (inner.kind !== 'call') throw noCast(druidClass(inner));
    return { constant_score: { filter: this.#scored(inner, field), boost: factor } };
  }

  /** A single argument inside SCORE is taken for the field too: the original's trap of `f = SCORE(MATCHQUERY('q'), 10)`. */
  #scored(inner: CallNode, field: string | null): JsonObject {
    if (field === null || inner.args.length !== 1) return this.#positiveCall(inner);
    return relevanceQuery(inner, `'${textValue(inner.args[0])}'`, (argument) => this.#fieldName(argument));
  }

  /** NOT stands inside the script: a document without a value is found by neither form. */
  #script(node: ExpressionNode, negated: boolean): JsonObject {
    return scriptQuery(this.#scripts.source(() => this.#testSource(node, negated), 'false'));
  }

  #testSource(node: ExpressionNode, negated: boolean): string {
    if (node.kind === 'comparison') {
      const [left, right] = [scriptOf(node.left, this.#scripts), scriptOf(node.right, this.#scripts)];
      const setup = [left.setup, right.setup].filter((text) => text !== '').join('; ');
      const operator = JAVA_COMPARISONS[negated ? NEGATED[node.operator] : node.operator];
      return `${setup}${setup && ';'}${comparedValues(left, ` ${operator} `, right)}`;
    }
    if (node.kind === 'between' || node.kind === 'in') return this.#listTest(node, negated);
    if (node.kind === 'call') {
      const { setup, value } = scriptOf(node, this.#scripts);
      return `${setup};${negated ? '!' : ''}${value}`;
    }
    const source = conditionSource(node, this.#scripts);
    return negated ? `!(${source})` : source;
  }

  #listTest(node: BetweenNode | InNode, negated: boolean): string {
    const x = scriptOf(node.operand, this.#scripts);
    const compared = (operator: string, item: ExpressionNode): string =>
      comparedValues(x, ` ${operator} `, scriptOf(item, this.#scripts));
    const test =
      node.kind === 'between'
        ? `${compared('>=', node.low)} && ${compared('<=', node.high)}`
        : (node.list ?? []).map((item) => compared('==', item)).join(' || ');
    return `${x.setup};${node.negated !== negated ? `!(${test})` : `(${test})`}`;
  }

  #field(node: ExpressionNode): FieldRef | null {
    if (node.kind === 'column') return this.#scripts.scope.column(node);
    if (node.kind === 'call') return nestedCall(node, this.#scripts.scope)?.field ?? null;
    return null;
  }

  #fieldName(node: ExpressionNode): string {
    return this.#field(node)?.name ?? (node.kind === 'fieldList' ? node.fields[0].name : textValue(node));
  }

  /** What is computed before IN and BETWEEN is a field to the original, which no document has: it finds nothing. */
  #nameless(node: ExpressionNode): FieldRef | null {
    const isNamed = node.kind === 'call' || node.kind === 'binary' || node.kind === 'literal';
    return isNamed ? { name: writtenName(node), nestedPath: null } : null;
  }

  /** Whether a node may be a value of IN or BETWEEN: a constant, a field (its name), or a call (its text). */
  #isValue(node: ExpressionNode): boolean {
    return isConstant(node) || ((node.kind === 'column' || node.kind === 'call') && !this.#scripts.prints);
  }

  #value(node: ExpressionNode): JsonValue {
    if (node.kind === 'column') return this.#nameOf(node);
    if (node.kind === 'call' && !isConstant(node)) return writtenName(node);
    const value = constantValue(node);
    const isDouble = this.#scripts.prints && constantOf(node)?.type === 'double';
    return isDouble ? (jsonDouble(Number(value)) as unknown as JsonValue) : value;
  }

  #exact(field: FieldRef): FieldRef {
    return { ...field, name: this.#scripts.scope.exact(field.name) };
  }

  #wrap(field: FieldRef, write: (name: string) => JsonObject): JsonObject {
    const query = write(field.name);
    const { nestedPath } = field;
    return nestedPath === null || nestedPath === this.#insidePath ? query : nestedQuery(nestedPath, query);
  }
}

/** `f = TERMS('a', 'b')` and its kin. */
const VALUE_QUERIES: Readonly<Record<string, (field: string, values: JsonValue[]) => JsonObject>> =
  Object.assign(Object.create(null), {
    term: (field: string, [value]: JsonValue[]) => term(field, value),
    terms: (field: string, values: JsonValue[]) => ({ terms: { [field]: values, boost: 1 } }),
    in_terms: (field: string, values: JsonValue[]) => ({ terms: { [field]: values, boost: 1 } }),
    ids_query: (_: string, [, ...ids]: JsonValue[]) => ({ ids: { values: ids.map(String), boost: 1 } }),
  });

/** The original fails on what SCORE cannot read when its answer has begun. */
function factorOf(node: ExpressionNode): number {
  const factor = isConstant(node) ? Number(constantValue(node)) : Number.NaN;
  if (!Number.isNaN(factor)) return factor;
  const text = isConstant(node) ? textValue(node) : druidClass(node);
  throw begun('NumberFormatException', `For input string: "${text}"`);
}

function noCast(name: string): SqlError {
  const call = 'com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr';
  const loader = 'java.net.FactoryURLClassLoader';
  const details = `class ${name} cannot be cast to class ${call} (${name} and ${call} are in unnamed module of loader ${loader})`;
  return begun('ClassCastException', details);
}

function begun(type: SqlErrorType, details: string): SqlError {
  return new SqlError(type, details, { httpStatus: 200, bodyStatus: 500 });
}

function isValues(call: CallNode): boolean {
  return call.name.toLowerCase() in VALUE_QUERIES;
}

function valuesQuery(call: CallNode, field: string): JsonObject {
  requiredArgument(call, 0);
  return VALUE_QUERIES[call.name.toLowerCase()](field, call.args.map(constantValue));
}

/**
 * Whether the original negates a query behind an operator. Some take no negation; those of words take it from the operator,
 * whose negation may be another order (`NOT f < …`). Throws SqlError.
 */
function isNegated(operator: ComparisonNode['operator'], negated: boolean, { name }: CallNode): boolean {
  const method = name.toLowerCase();
  const isNot = (of: ComparisonNode['operator']): boolean => of === '<>' || of === '!=';
  if (!(method in VALUE_QUERIES)) {
    return WORD_QUERIES.has(method) && isNot(negated ? NEGATED[operator] : operator);
  }
  if (method === 'ids_query' && (negated || isNot(operator))) {
    throw refuse(`Negative operator [${name.toUpperCase()}] is not supported.`);
  }
  return isNot(operator) !== negated;
}

function isScore(call: CallNode): boolean {
  return SCORES.has(call.name.toLowerCase());
}

/** IS NOT NULL is written as a double negation. */
function nullQuery(field: string, isNull: boolean): JsonObject {
  const missing = not(exists(field));
  return isNull ? missing : not(missing);
}

function compare(field: string, operator: ComparisonNode['operator'], value: JsonValue): JsonObject {
  switch (operator) {
    case '=':
    case '<=>':
      return term(field, value);
    case '<>':
    case '!=':
      return not(term(field, value));
    case '>':
    case '>=':
      return range(field, { from: value, to: null, includeLower: operator === '>=', includeUpper: true });
    case '<':
    case '<=':
      return range(field, { from: null, to: value, includeLower: true, includeUpper: operator === '<=' });
  }
}

/** `%` and `_` to `*` and `?`; `&PERCENT` and `&UNDERSCORE` stand for themselves. */
export function wildcardOf(pattern: string): string {
  return pattern
    .replaceAll('%', '*')
    .replaceAll('_', '?')
    .replaceAll('&PERCENT', '%')
    .replaceAll('&UNDERSCORE', '_');
}
