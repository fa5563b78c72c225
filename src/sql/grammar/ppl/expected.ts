import type { IToken, TokenType } from 'chevrotain';
import * as t from '../tokens.ts';
import { attempt, type Failure, pipelineParser, startOf } from './attempt.ts';
import { tokenize } from './lexer.ts';
import { DatedName, Decimal, Id, Pipe, QuotedName, shown, word, wordTypes } from './tokens.ts';

/** For longer commands the error does not list the expected tokens. */
const MAX_TOKENS = 100;

const END = '<EOF>';
const LOGICAL: ReadonlySet<string> = new Set(['conjunction', 'disjunction', 'negation']);
const COMPARING: ReadonlySet<string> = new Set(
  [word.IN, word.REGEXP, t.Equal, t.Greater, t.Less, t.GreaterOrEqual, t.LessOrEqual, t.NotEqual].map(label),
);

/** Tokens that may follow a table, except those that begin a condition. */
const BEHIND_TABLE: ReadonlySet<string> = new Set([END, ...[Pipe, t.Comma, t.Dot].map(label)]);

/** Tokens that continue the name before them. */
const CONTINUING: ReadonlySet<string> = new Set([t.Dot, t.Percent].map(label));

/**
 * The expected tokens at a failure, as listed by the original's parser. Found by trial: every kind of token
 * is inserted at that position, and those that do not fail there are listed.
 */
export function expectation(tokens: readonly IToken[], failure: Failure): string {
  const place = tokens.findIndex(({ startOffset }) => startOffset >= startOf(failure.token));
  const index = place < 0 ? tokens.length : place;
  const begin = startOfCommand(tokens, index);
  if (index - begin > MAX_TOKENS) return '';
  const before = [...(begin === 0 ? [] : tokenize('index=t')), ...tokens.slice(begin, index)];
  const expected = possible(before, failure.token.startOffset);
  const next = place < 0 ? undefined : tokens[index + 1];
  const { rules } = failure;
  const isOperand = expected.includes(label(t.Integer));
  const unwanted = `extraneous input '${failure.token.image}' expecting`;
  if (rules.length === 0 && index > 0) {
    if (place >= 0 && next === undefined) return `${unwanted} ${END}`;
    const isValue = expected.includes(label(t.Plus)) && !isOperand;
    // A table is complete, and nothing began a condition behind it.
    if (isOperand && expected.includes(END)) return among(expected.filter((name) => BEHIND_TABLE.has(name)));
    return among(isValue ? expected.filter((name) => !COMPARING.has(name)) : expected);
  }
  if (rules.at(-1) === 'relation' && index > 0) return among([label(word.SOURCE), label(word.INDEX)]);
  const isTable = rules.includes('searchCommand') && expected.includes(label(DatedName));
  if (isTable || (rules.includes('comparison') && !isOperand)) {
    return among(firstOf(failure, isTable, before));
  }
  const ending = expected.filter((name) => !CONTINUING.has(name));
  const wanted = ending.length === 1 ? ending : expected;
  if (next !== undefined && wanted.includes(label(next.tokenType))) return `${unwanted} ${listing(wanted)}`;
  if (ending.length === 1 && place >= 0 && inserted(before, ending[0], failure.token)) {
    return `missing ${ending[0]} at '${failure.token.image}'`;
  }
  return among(expected);
}

function among(names: readonly string[]): string {
  return `Expecting tokens in ${listing(names)}`;
}

/** Whether the token could follow another one of this name. */
function inserted(before: readonly IToken[], name: string, token: IToken): boolean {
  const type = [...shown].find(([, shownName]) => shownName === name)?.[0];
  return (
    type !== undefined &&
    passes([...before, tokenOf(type, token.startOffset - 1)], [token.tokenType], token.startOffset)
  );
}

function startOfCommand(tokens: readonly IToken[], index: number): number {
  for (let i = index - 1; i > 0; i--) if (tokens[i].tokenType === Pipe) return i;
  return 0;
}

/**
 * Inside an expression the original lists the tokens that could start it; inside a later condition only those
 * of that condition.
 */
function firstOf({ rules, uses }: Failure, isTable: boolean, before: readonly IToken[]): string[] {
  const begin = rules.lastIndexOf('expression') + 1;
  const isLater = rules.some(
    (rule, i) => i > begin && LOGICAL.has(rule) && (uses[i] > 0 || rule === rules[i - 1]),
  );
  const isSearch = rules.includes('filter');
  const isBegun = isSearch ? isUndecided({ rules, uses }, before) : begin > 0 && !isLater;
  const isExpression = isTable || isBegun;
  return behind(isExpression ? 'index=t | eval a =' : 'index=t | where a =');
}

/**
 * Whether a search may still begin with its table or with its condition, which may be both: `source = t d`. The original
 * then lists what begins either; else only what begins the operand where it stopped.
 */
function isUndecided({ rules, uses }: Pick<Failure, 'rules' | 'uses'>, before: readonly IToken[]): boolean {
  const last = before.at(-1)?.tokenType;
  const isKeyword = before.length === 1 && KEYWORDS.some((type) => type === last);
  const mayBeTable = isKeyword || uses[rules.indexOf('filter')] === 0;
  return mayBeTable && isCondition(before);
}

const KEYWORDS: readonly TokenType[] = [word.SOURCE, word.INDEX, word.SHOW, word.DESCRIBE];

/** Whether a condition may begin with the tokens. */
function isCondition(tokens: readonly IToken[]): boolean {
  const result = attempted([...tokenize('index=t'), ...tokens]);
  const end = tokens.at(-1)?.startOffset ?? 0;
  return 'kind' in result || Number.isNaN(result.token.startOffset) || result.token.startOffset > end;
}

const beginnings = new Map<string, string[]>();

/** The tokens that could follow a text; cached. */
function behind(text: string): string[] {
  const known = beginnings.get(text) ?? possible(tokenize(text), text.length);
  beginnings.set(text, known);
  return known;
}

function label(type: TokenType): string {
  return shown.get(type) ?? type.name;
}

function listing(names: readonly string[]): string {
  return names.length === 1 ? names[0] : `{${names.join(', ')}}`;
}

const IMAGES: ReadonlyMap<TokenType, string> = new Map([
  [t.Integer, '1'],
  [Decimal, '1.5'],
  [t.SingleQuoted, "''"],
  [t.DoubleQuoted, '""'],
  [QuotedName, '``'],
]);

/** Continuations with which a token is tried, since some are only valid with one. */
const BEHIND: readonly (readonly TokenType[])[] = [[], [Id], [t.Equal, t.Integer]];

function possible(before: readonly IToken[], offset: number): string[] {
  // A pipeline may be empty.
  const names = before.length === 0 || 'kind' in attempted(before) ? [END] : [];
  const known = new Map<string, boolean>();
  for (const [type, name] of shown) {
    const kind = kindOf(type);
    const fits = known.get(kind) ?? BEHIND.some((behind) => passes(before, [type, ...behind], offset));
    known.set(kind, fits);
    if (fits) names.push(name);
  }
  return names;
}

function passes(before: readonly IToken[], types: readonly TokenType[], offset: number): boolean {
  const start = Math.max(offset || 0, (before.at(-1)?.startOffset ?? 0) + 1);
  const tokens = types.map((tokenType, i) => tokenOf(tokenType, start + i));
  const result = attempted([...before, ...tokens]);
  return 'kind' in result || startOf(result.token) > start;
}

function attempted(tokens: readonly IToken[]): ReturnType<typeof attempt> {
  return attempt('', [...tokens]);
}

function tokenOf(tokenType: TokenType, startOffset: number): IToken {
  const image = IMAGES.get(tokenType) ?? tokenType.name;
  return { image, startOffset, tokenType, tokenTypeIdx: tokenType.tokenTypeIdx as number };
}

/** Words that no rule names are distinguished by their roles other than as names. */
function kindOf(type: TokenType): string {
  named ??= namedIn(pipelineParser());
  if (!wordTypes.has(type.name) || named.has(type)) return type.name;
  return (type.CATEGORIES ?? []).map(({ name }) => name).join();
}

let named: ReadonlySet<unknown> | null = null;

function namedIn(parser: ReturnType<typeof pipelineParser>): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  const visit = (production: object): void => {
    if ('terminalType' in production) found.add(production.terminalType);
    if ('separator' in production) found.add(production.separator);
    if ('nonTerminalName' in production || !('definition' in production)) return;
    for (const part of production.definition as object[]) visit(part);
  };
  for (const rule of Object.values(parser.getGAstProductions())) visit(rule);
  return found;
}
