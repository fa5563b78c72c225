import { PainlessFailure } from './painless/errors.ts';

const DOC_VALUES = 'org.opensearch.index.fielddata.ScriptDocValues';

/**
 * The original's stack trace lines when a script reads from an empty list of values, by class: its error
 * responses include them.
 */
const LINES: Readonly<Record<string, { readonly get: number; readonly value: number }>> = {
  [`${DOC_VALUES}.Longs`]: { get: 141, value: 135 },
  [`${DOC_VALUES}.Dates`]: { get: 187, value: 181 },
  [`${DOC_VALUES}.Doubles`]: { get: 283, value: 277 },
  [`${DOC_VALUES}.GeoPoints`]: { get: 371, value: 341 },
  [`${DOC_VALUES}.Booleans`]: { get: 465, value: 459 },
  [`${DOC_VALUES}.Strings`]: { get: 551, value: 567 },
  [`${DOC_VALUES}.BytesRefs`]: { get: 585, value: 599 },
};

function framesOf(className: string, member: 'get' | 'value'): readonly string[] {
  const lines = LINES[className];
  if (lines === undefined) return [];
  const place = className.replace(/\.(\w+)$/, '$$$1');
  const frames = [`${place}.get(ScriptDocValues.java:${lines.get})`];
  if (member === 'value') frames.push(`${place}.getValue(ScriptDocValues.java:${lines.value})`);
  return frames;
}

/** illegal_state_exception: the script read a value of a field that the document lacks. */
export function absentValue(className: string, member: 'get' | 'value'): PainlessFailure {
  return new PainlessFailure(
    'illegal_state_exception',
    "A document doesn't have a value for a field! Use doc[<field>].size()==0 to check if a document is missing a field!",
    { frames: framesOf(className, member) },
  );
}
