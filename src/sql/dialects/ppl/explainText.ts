import { type JsonObject, type JsonValue, javaDouble, javaFloat } from '../../../common/index.ts';
import { type Bound, type BoundCall, type BoundLiteral, boundText } from '../../binder/index.ts';
import { isTemporal } from '../../values/index.ts';
import { weightOf } from '../legacy/translate/index.ts';

/** An expression as the original prints it in plans: `>(+(id, 1), 2)`. */
export function prefixText(bound: Bound): string {
  switch (bound.kind) {
    case 'literal':
      return literalText(bound);
    case 'reference':
      return bound.column.name;
    case 'call':
      return callText(bound);
    case 'case':
      return boundText(bound);
    case 'relevance':
      return relevanceText(bound.query);
  }
}

function literalText({ type, value }: BoundLiteral): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `"${value}"`;
  if (isTemporal(value)) return `${type.toUpperCase()} '${value}'`;
  if (type === 'double') return javaDouble(Number(value));
  return type === 'float' ? javaFloat(Number(value)) : String(value);
}

/** Functions that the original made without a printed form of their own. */
const UNPRINTED: ReadonlySet<string> = new Set(['concat', 'typeof']);

/** These print as the objects that they are there. */
const PARSERS: ReadonlySet<string> = new Set(['regex', 'grok', 'patterns']);

function callText(call: BoundCall): string {
  const { fn, args } = call;
  const [ownName] = fn.names;
  const name = call.calledAs ?? ownName;
  if (PARSERS.has(name)) return boundText(call);
  const pairing = pairs(call);
  if (pairing !== null) return prefixText(pairing);
  const texts = args.map(prefixText).join(', ');
  if (UNPRINTED.has(name)) return `FunctionExpression(functionName=${name}, arguments=[${texts}])`;
  return `${name}(${texts})`;
}

/** The original's logic is of two operands: from the left as written, from the right where a list makes it. */
export function pairs(call: BoundCall): BoundCall | null {
  const { fn, args, calledAs, ...rest } = call;
  const isLogical = fn.search?.kind === 'and' || fn.search?.kind === 'or';
  if (!isLogical || (args.length < 3 && calledAs === undefined)) return null;
  const pair = (left: Bound, right: Bound): BoundCall => ({ ...rest, fn, args: [left, right] });
  const [first, ...others] = args;
  if (calledAs === undefined) return others.reduce(pair, first) as BoundCall;
  return args
    .slice(0, -1)
    .reduceRight((right, left) => pair(left, right), args[args.length - 1]) as BoundCall;
}

/** `match(field=bio, query="a", slop="2")`: a clause is called as the function is. */
function relevanceText(clause: JsonObject): string {
  const [[name, body]] = Object.entries(clause) as [string, JsonObject][];
  if ('query' in body) {
    const { fields, ...others } = body;
    const searched = Array.isArray(fields) ? [`fields={${fields.map(weightText).join(',')}}`] : [];
    return `${name}(${[...searched, ...namedTexts(others)].join(', ')})`;
  }
  const [[field, others]] = Object.entries(body) as [string, JsonObject][];
  return `${name}(${[`field=${field}`, ...namedTexts(others)].join(', ')})`;
}

function namedTexts(members: JsonObject): string[] {
  return Object.entries(members).map(([name, value]) => `${name}="${value}"`);
}

function weightText(field: JsonValue): string {
  const [name, weight] = weightOf(String(field));
  return `${name}:${javaDouble(weight)}`;
}
