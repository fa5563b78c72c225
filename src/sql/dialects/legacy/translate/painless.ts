import type { BinaryOperator, CallNode, CaseNode, ExpressionNode, LiteralNode } from '../../../ast/index.ts';
import { AnswerableRefusal, type SqlError } from '../../../errors.ts';
import { functionByName, painlessForm } from '../../../functions/index.ts';
import { literalText } from './literals.ts';
import { refuse } from './refuse.ts';
import { docValues, painlessString, type Script, type ScriptWriter } from './script.ts';

/** `1 + 2` is `add(1, 2)` in names and variables. */
export const OPERATOR_NAMES: Readonly<Record<BinaryOperator, string>> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '%': 'modulus',
  '||': 'concat',
  DIV: 'div',
  MOD: 'mod',
};

/** Operators that Rockpool's own language has; the legacy engine has no script for them. */
export function checkOperator(operator: BinaryOperator): void {
  if (operator === '||' || operator === 'DIV' || operator === 'MOD') {
    throw refuse(`Operator [${operator}] is not supported yet`);
  }
}

/** A field by itself as the condition of IF. */
const NO_TEXT = 'Cannot invoke "java.lang.CharSequence.length()" because "this.text" is null';

/** A sign in front of anything but a number. */
const NO_OPERAND =
  'Cannot invoke "Object.toString()" because the return value of ' +
  '"org.opensearch.sql.legacy.utils.Util.expr2Object(com.alibaba.druid.sql.ast.SQLExpr)" is null';

/** Throws SqlError (400) for expressions that have no Painless form. */
export function scriptOf(node: ExpressionNode, writer: ScriptWriter): Script {
  switch (node.kind) {
    case 'literal':
      return literalScript(node);
    case 'column':
      return writer.field(node);
    case 'negate':
      throw refuse(NO_OPERAND, 'NullPointerException');
    case 'binary':
      return arithmetic(node.operator, scriptOf(node.left, writer), scriptOf(node.right, writer), writer);
    case 'cast':
      return castScript(scriptOf(node.operand, writer), node.type, writer);
    case 'case':
      return caseScript(node, writer);
    case 'call':
      return callScript(node, writer);
    case 'comparison':
      throw refuse(`Unsupported operator: ${node.operator}`);
    case 'and':
    case 'or':
      throw refuse(`Unsupported operator: ${node.kind.toUpperCase()}`);
    default:
      throw refuse('only support script/nested/children as inner functions');
  }
}

function literalScript(node: LiteralNode): Script {
  const { value } = node;
  if (typeof value === 'string') return { setup: '', value: painlessString(value), type: 'string' };
  return { setup: '', value: literalText(node), type: 'number' };
}

/** An operand that is itself computed may be text: the original converts it. */
function arithmetic(operator: BinaryOperator, left: Script, right: Script, writer: ScriptWriter): Script {
  checkOperator(operator);
  const computed = [left, right].filter(({ setup }) => setup !== '');
  const variable = writer.nextId(OPERATOR_NAMES[operator]);
  const declared = computed.map(({ setup }) => `${setup};`).join('');
  const converted = computed
    .map(({ value }) => ` if( ${value} instanceof String) ${value}= Double.parseDouble(${value}); `)
    .join('');
  const setup = `${declared}${converted}def ${variable} = ${left.value} ${operator} ${right.value}`;
  return { setup, value: variable, type: 'number' };
}

function callScript(node: CallNode, writer: ScriptWriter): Script {
  if (node.name.toLowerCase() === 'if' && node.args.length === 3) return ifScript(node, writer);
  const forms = functionByName(node.name)?.painless;
  if (forms === undefined) throw refuse('only support script/nested/children as inner functions');
  const { args: given } = node;
  const form = painlessForm(forms, given.length);
  if (form === undefined) throw missingArguments(node);
  if (form.readsMissing && given[0].kind !== 'column') {
    throw refuse(`only fields can be tested for NULL by ${node.name.toLowerCase()}`);
  }
  const write = (): Script[] =>
    given.map((arg, i) => (i === 0 && form.tests ? testScript(arg, writer) : scriptOf(arg, writer)));
  const args = form.readsMissing ? writer.forgivingMissing(write)[0] : write();
  const sources = args.map(({ value }) => value);
  const type = form.type === 'value' ? args[1].type : form.type;
  const { local, variable } = form;
  if (local === undefined) return writer.declare(args, variable, form.source(...sources), type);
  const name = writer.local(local.name);
  const declared = statement(local.declare(name, ...sources));
  return writer.declare([...args, declared], variable, form.source(name, ...sources), type);
}

function testScript(node: ExpressionNode, writer: ScriptWriter): Script {
  return { setup: '', value: conditionSource(node, writer), type: 'number' };
}

function missingArguments({ name, args }: CallNode): SqlError {
  return refuse(
    `Function [${name.toUpperCase()}] cannot work with ${args.length} arguments`,
    'SemanticAnalysisException',
  );
}

function statement(setup: string): Script {
  return { setup, value: '', type: 'number' };
}

function ifScript(node: CallNode, writer: ScriptWriter): Script {
  const [condition] = node.args;
  if (condition.kind === 'column') throw refuse(NO_TEXT, 'NullPointerException');
  const test = ifTest(condition, writer);
  const [yes, no] = [scriptOf(node.args[1], writer), scriptOf(node.args[2], writer)];
  if (condition.kind === 'literal' && condition.type === 'boolean') {
    const [chosen, other] = condition.value === true ? [yes, no] : [no, yes];
    return writer.declare([chosen, other], 'if', chosen.value, chosen.type);
  }
  const cond = writer.local('cond');
  const setups = [yes.setup, no.setup, `boolean ${cond} = ${test}`].filter((setup) => setup !== '');
  const value = writer.nextId('if');
  const setup = `${setups.join('; ')};def ${value} = ${cond} ? ${yes.value} : ${no.value}`;
  return { setup, value, type: yes.type };
}

/** A plain comparison stands bare. */
function ifTest(condition: ExpressionNode, writer: ScriptWriter): string {
  if (condition.kind !== 'comparison') return conditionSource(condition, writer);
  const operator = ` ${JAVA_COMPARISONS[condition.operator]} `;
  return comparedValues(plain(condition.left, writer), operator, plain(condition.right, writer));
}

function castScript(inner: Script, type: string, writer: ScriptWriter): Script {
  const x = inner.value;
  const parse = NUMBER_CASTS[type.toUpperCase()];
  if (parse !== undefined) {
    const source = `(${x} instanceof boolean) ? (${x} ? 1 : 0) : Double.parseDouble(${x}.toString()).${parse}`;
    return writer.declare([inner], 'cast', source);
  }
  // Other types, even INTEGER and DATE, are unknown to it.
  switch (type.toUpperCase()) {
    case 'STRING':
      return writer.declare([inner], 'cast', `${x}.toString()`, 'string');
    case 'DATETIME': {
      const format = `DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'")`;
      const parsed = `DateTimeFormatter.ISO_DATE_TIME.parse(${x}.toString())`;
      return writer.declare([inner], 'cast', `${format}.format(${parsed})`, 'string');
    }
    default:
      throw refuse(`Unsupported cast type ${type}`);
  }
}

const NUMBER_CASTS: Readonly<Record<string, string | undefined>> = {
  INT: 'intValue()',
  LONG: 'longValue()',
  FLOAT: 'floatValue()',
  DOUBLE: 'doubleValue()',
};

/** CASE inside another expression: `((a) ? x : (b) ? y : z)`; a condition on a missing value is not true. */
function caseScript(node: CaseNode, writer: ScriptWriter): Script {
  const values: Script[] = [];
  const written = (result: ExpressionNode): string => {
    const script = plain(result, writer);
    values.push(script);
    return script.value;
  };
  const branches = node.branches.map(({ when, then }) => {
    const test: ExpressionNode =
      node.operand === null
        ? when
        : { kind: 'comparison', operator: '=', left: node.operand, right: when, span: when.span };
    return `${presentTest(test, false, writer)} ? ${written(then)} : `;
  });
  const otherwise = node.otherwise === null ? 'null' : written(node.otherwise);
  const type = values.every((value) => value.type === 'number') ? 'number' : 'string';
  return { setup: '', value: `(${branches.join('')}${otherwise})`, type };
}

/** A condition whose every comparison is false where a field has no value, negated or not. */
function presentTest(node: ExpressionNode, negated: boolean, writer: ScriptWriter): string {
  switch (node.kind) {
    case 'not':
      return presentTest(node.operand, !negated, writer);
    case 'and':
    case 'or': {
      const tests = node.operands.map((operand) => presentTest(operand, negated, writer));
      return `(${tests.join((node.kind === 'and') !== negated ? ' && ' : ' || ')})`;
    }
    case 'isNull':
      return nullTest(node.operand, node.negated !== negated, writer);
    default: {
      const [test, fields] = writer.forgivingMissing(() => conditionSource(node, writer));
      const present = fields.map((field) => `${docValues(field)}.size() != 0 && `).join('');
      return `(${present}${negated ? '!' : ''}${test})`;
    }
  }
}

/** `if((a)){x} else if((b)){y} else {z}`. */
function caseSource(node: CaseNode, writer: ScriptWriter): string {
  const branches = node.branches.map(({ when, then }) => {
    const test =
      node.operand === null
        ? conditionSource(when, writer)
        : `(${scriptOf(node.operand, writer).value}==${scriptOf(when, writer).value})`;
    return `if(${test}){${branchValue(then, writer)}}`;
  });
  const otherwise = node.otherwise === null ? ' null ' : branchValue(node.otherwise, writer);
  return `${branches.join(' else ')} else {${otherwise}}`;
}

function branchValue(node: ExpressionNode, writer: ScriptWriter): string {
  const { setup, value } = scriptOf(node, writer);
  return setup === '' ? value : `${setup}; ${value}`;
}

/** Where no declaration can stand. */
function plain(node: ExpressionNode, writer: ScriptWriter): Script {
  const script = scriptOf(node, writer);
  if (script.setup !== '') throw refuse('only support script/nested/children as inner functions');
  return script;
}

/**
 * Painless orders numbers only: the original's script of two texts, or two dates, does not run. `operator` has the
 * spaces that the original puts around it.
 */
export function comparedValues(left: Script, operator: string, right: Script): string {
  const isOrder = /[<>]/.test(operator);
  const areTexts = left.type === 'string' && right.type === 'string';
  if (isOrder && areTexts) return `${left.value}.compareTo(${right.value}) ${operator.trim()} 0`;
  return `${left.value}${operator}${right.value}`;
}

/** Whether the original has a script for a function; calls of others vanish from its SELECT lists. */
export function isLegacyScript(name: string): boolean {
  return functionByName(name)?.painless?.some(({ beyond }) => !beyond) ?? false;
}

/** A condition inside CASE and IF. */
export function conditionSource(node: ExpressionNode, writer: ScriptWriter): string {
  const script = (operand: ExpressionNode): Script => plain(operand, writer);
  const value = (operand: ExpressionNode): string => script(operand).value;
  switch (node.kind) {
    case 'comparison':
      return `(${comparedValues(script(node.left), JAVA_COMPARISONS[node.operator], script(node.right))})`;
    case 'and':
    case 'or':
      return `(${node.operands.map((part) => conditionSource(part, writer)).join(node.kind === 'and' ? ' && ' : ' || ')})`;
    case 'not':
      return `(!${conditionSource(node.operand, writer)})`;
    case 'isNull':
      return nullTest(node.operand, node.negated, writer);
    case 'between': {
      const x = script(node.operand);
      const low = comparedValues(x, ' >= ', script(node.low));
      const test = `(${low} && ${comparedValues(x, ' <=', script(node.high))})`;
      return node.negated ? `(!${test})` : test;
    }
    case 'in': {
      if (node.list === null) throw refuse('Unsupported subquery');
      const x = value(node.operand);
      const test = `(${node.list.map((item) => `${x} == ${value(item)}`).join(' || ')})`;
      return node.negated ? `(!${test})` : test;
    }
    default:
      return `(${value(node)})`;
  }
}

function nullTest(operand: ExpressionNode, negated: boolean, writer: ScriptWriter): string {
  if (operand.kind !== 'column') throw refuse('only fields can be tested for NULL here');
  const field = writer.scope.exact(writer.scope.column(operand).name);
  return negated ? `(!${docValues(field)}.empty)` : `(${docValues(field)}.empty)`;
}

export const JAVA_COMPARISONS: Readonly<Record<string, string>> = {
  '=': '==',
  '<>': '!=',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '<=>': '==',
};

/** The whole source of a script field, a terms script or a sort: declarations and `return`. */
export function returningSource(node: ExpressionNode, writer: ScriptWriter): string {
  return writer.source(() => {
    if (node.kind === 'case') return caseSource(node, writer);
    const { setup, value } = scriptOf(node, writer);
    return setup === '' ? value : `${setup};return ${value};`;
  }, 'null');
}

/** A bare constant of the SELECT list. */
export function assignSource(node: ExpressionNode, writer: ScriptWriter): string {
  const { setup, value } = writer.declare([], 'assign', scriptOf(node, writer).value);
  return `${setup};return ${value};`;
}

/** The original names a CASE of the SELECT list by its alias. */
export function unnamedCase(): AnswerableRefusal {
  const details = 'Cannot invoke "Object.toString()" because "this.value" is null';
  return new AnswerableRefusal(refuse(details, 'NullPointerException'));
}
