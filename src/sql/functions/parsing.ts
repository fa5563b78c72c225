import { semanticError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import { isAbsent, messageTypeName } from '../values/index.ts';
import { nullable, text } from './define.ts';
import { grokOf } from './grok.ts';
import { javaRegex, searching } from './javaRegex.ts';
import { coreTypes } from './resolve.ts';
import type { FunctionTable, ScalarFunction, Signature } from './types.ts';

/**
 * The values of columns made by `parse`, `grok` and `patterns`, from the source text, the pattern, and the
 * names of the column and the source.
 */

type Part = (source: string, pattern: string, column: string) => string | null;

const SOURCES: readonly SqlType[] = [...coreTypes, 'ip', 'binary', 'geo_point'];

/** Non-string types are rejected only once there is a value. */
function signatures(part: Part): Signature[] {
  const rest: readonly SqlType[] = ['keyword', 'keyword', 'keyword'];
  return SOURCES.map((type) =>
    nullable([type, ...rest], 'keyword', ([source, pattern, column, name]) => {
      if (isAbsent(source)) return null;
      if (type === 'keyword') return part(text(source), text(pattern), text(column));
      throw semanticError(`failed to parse field "${text(name)}" with type [${messageTypeName(type)}]`);
    }),
  );
}

function named(source: string, pattern: string, column: string): string | null {
  const regex = javaRegex(pattern);
  const match = searching(() => regex.matchWhole(source));
  return match === null ? '' : match.groups[regex.names.get(column)?.[0] ?? 0];
}

function leftover(source: string, pattern: string): string {
  if (pattern === '') return source.replace(/[a-zA-Z0-9]/g, '');
  return searching(() => javaRegex(pattern).replaceAll(source, ''));
}

/**
 * The form printed in plans, and used by the original to name the columns of some commands; depends on the
 * pattern.
 */
function shownAs(show: (pattern: string) => string): ScalarFunction['form'] {
  return ([, pattern]) => show(pattern.slice(1, -1).replaceAll("''", "'"));
}

function shownPatterns(pattern: string): string {
  const isOwn = pattern !== '';
  return `PatternsExpression(useCustomPattern=${isOwn}, pattern=${isOwn ? pattern : null})`;
}

/**
 * The value of a parsed column in a row: rows without the source text lack the column as well, as in the
 * original.
 */
export function inRows(signature: Signature): Signature {
  return { ...signature, nulls: 'propagate' };
}

export function isParsing(fn: ScalarFunction): boolean {
  return parsingFunctions.includes(fn);
}

export const parsingFunctions: FunctionTable = [
  {
    names: ['regex'],
    signatures: signatures(named),
    form: shownAs((pattern) => `RegexExpression(regexPattern=${pattern})`),
    doc: 'What a named group of a regular expression holds, which must match the whole text; else an empty text.',
    examples: [],
  },
  {
    names: ['grok'],
    signatures: signatures((source, pattern, column) => grokOf(pattern).value(source, column)),
    form: shownAs((pattern) => `GrokExpression(grok=${pattern})`),
    doc: 'What a name in a pattern of grok stands for where the pattern matches; else an empty text.',
    examples: [],
  },
  {
    names: ['patterns'],
    signatures: signatures(leftover),
    form: shownAs(shownPatterns),
    doc: 'What is left of a text without letters and digits, or without what a regular expression matches.',
    examples: [],
  },
];
