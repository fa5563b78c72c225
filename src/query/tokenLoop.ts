import { type JsonObject, type JsonValue, jsonAt, type OpenSearchError } from '../common/index.ts';
import { numberAt, type TokenContainer } from './numberTokens.ts';
import { type CommonMembers, isScalar, parsingErrorAt, textAt } from './reader.ts';

/**
 * Reads objects like the hand-written parsers of the original: a loop over tokens that remembers the last name. So members
 * are read in their order, the first wrong one is reported, and most of these loops step over the brackets of an array
 * and take what is in it for the member itself.
 */

/** A type whose members can be assigned while they are read. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

type TokenKind = 'value' | 'object' | 'array' | 'null';

type ReadToken = (container: TokenContainer, key: string | number) => void;

/** What a loop does with a member whose value is of one of these kinds. */
export interface TokenMember {
  readonly kinds: readonly TokenKind[];
  readonly read: ReadToken;
}

const member =
  (...kinds: readonly TokenKind[]) =>
  (read: ReadToken): TokenMember => ({ kinds, read });

export const valueToken = member('value');
export const objectToken = member('object');
export const arrayToken = member('array');
export const queriesToken = member('object', 'array');
/** For loops that end in a plain `else`, after a branch for objects, for arrays, or for both. */
export const noObjectToken = member('value', 'null', 'array');
export const noArrayToken = member('value', 'null', 'object');
export const scalarToken = member('value', 'null');
export const valueOrArrayToken = member('value', 'array');
export const nonNullToken = member('value', 'array', 'object');

/** The error for a token that no member takes; `null`: that the clause does not support the member. */
export type RefuseToken = (
  container: TokenContainer,
  key: string | number,
  name: string,
  value: JsonValue,
) => OpenSearchError | null;

export interface TokenLoop {
  readonly clause: string;
  readonly members: Readonly<Record<string, TokenMember>>;
  /** Steps over the brackets of arrays, and over nulls. */
  readonly isLenient?: boolean;
  /** Takes the objects under other names. */
  readonly objects?: (container: TokenContainer, key: string | number, name: string) => void;
  readonly refuse?: RefuseToken;
}

export function readTokens(loop: TokenLoop, body: JsonObject): void {
  for (const name of Object.keys(body)) readToken(loop, name, body, name);
}

function readToken(loop: TokenLoop, name: string, container: TokenContainer, key: string | number): void {
  const { clause, members, isLenient, objects, refuse } = loop;
  const value = jsonAt(container, key);
  const kind = kindOf(value);
  if (Object.hasOwn(members, name) && members[name].kinds.includes(kind)) {
    members[name].read(container, key);
    return;
  }
  if (kind === 'object' && objects !== undefined) {
    objects(container, key, name);
    return;
  }
  if (isLenient === true && kind === 'null') return;
  if (isLenient === true && Array.isArray(value)) {
    value.forEach((_, i) => void readToken(loop, name, value, i));
    return;
  }
  throw (
    refuse?.(container, key, name, value) ??
    parsingErrorAt(`[${clause}] query does not support [${name}]`, container, key)
  );
}

function kindOf(value: JsonValue): TokenKind {
  if (value === null) return 'null';
  if (isScalar(value)) return 'value';
  return Array.isArray(value) ? 'array' : 'object';
}

/** `boost` and `_name`, which every clause accepts. */
export function commonTokens(
  common: Mutable<CommonMembers>,
  token: (read: ReadToken) => TokenMember = valueToken,
): Readonly<Record<'boost' | '_name', TokenMember>> {
  return {
    boost: token((json, key) => {
      common.boost = Math.fround(numberAt(json, key));
    }),
    _name: token((json, key) => {
      common.queryName = textAt(json, key);
    }),
  };
}
