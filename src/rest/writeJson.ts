import { JsonDouble, type Pacer, prettyJson, RawJson, stringifyJson } from '../common/index.ts';
import type { AnswerPieces } from './answerPieces.ts';

/** Values with fewer members and items, at all depths, are written synchronously. */
const LIGHT = 1000;
/** Members and items between two checks of the clock. */
const BETWEEN_PAUSES = LIGHT / 2;
const TEXT_CHARS = 128 * 1024;

/**
 * Writes a value as JSON in pieces; `pretty` in the original's format. Large values are written across turns
 * of the event loop; the result is complete when the promise resolves.
 */
export function writeJson(
  value: unknown,
  pretty: boolean,
  pieces: AnswerPieces,
  pacer: () => Pacer,
): Promise<void> | null {
  if (weigh(value) >= LIGHT) return writeHeavy(value as object, pretty, pieces, pacer());
  write(value, pretty ? '' : null, pieces);
  if (pretty) pieces.text('\n');
  return null;
}

async function writeHeavy(value: object, pretty: boolean, pieces: AnswerPieces, pacer: Pacer): Promise<void> {
  let written = 0;
  for (const weight of heavy(value, pretty ? '' : null, pieces)) {
    written += weight;
    if (written < BETWEEN_PAUSES) continue;
    written = 0;
    await pacer.pause();
  }
  if (pretty) pieces.text('\n');
}

/** Writes prepared text; long text like `writeJson`. */
export function writeText(text: string, pieces: AnswerPieces, pacer: () => Pacer): Promise<void> | null {
  if (text.length <= TEXT_CHARS) {
    pieces.text(text);
    return null;
  }
  return pacer().chunks(text.length, TEXT_CHARS, (from, to) => {
    pieces.text(text.slice(afterHalf(text, from), afterHalf(text, to)));
  });
}

/** A position in a text, moved by one if it would split a surrogate pair. */
function afterHalf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}

/** The number of members and items at all depths; stops counting at the limit. */
function weigh(value: unknown, before = 0): number {
  let weight = before + 1;
  if (isScalar(value)) return weight;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && weight < LIGHT; i++) weight = weigh(value[i], weight);
    return weight;
  }
  for (const key in value) {
    if (weight >= LIGHT) break;
    weight = weigh((value as Record<string, unknown>)[key], weight);
  }
  return weight;
}

function isScalar(value: unknown): value is null | undefined {
  return (
    typeof value !== 'object' || value === null || value instanceof RawJson || value instanceof JsonDouble
  );
}

/** Writes a large value, yielding the weight of what was written since the last yield. */
function* heavy(value: object, indent: string | null, pieces: AnswerPieces): Generator<number, void> {
  const inner = indent === null ? null : `${indent}  `;
  const newline = inner === null ? '' : `\n${inner}`;
  const colon = inner === null ? ':' : ' : ';
  const isArray = Array.isArray(value);
  let separator = isArray ? '[' : '{';
  for (const [key, member] of isArray ? value.entries() : Object.entries(value)) {
    if (member === undefined && !isArray) continue;
    pieces.text(separator + newline);
    if (!isArray) pieces.text(JSON.stringify(key) + colon);
    separator = ',';
    const weight = weigh(member);
    if (weight >= LIGHT) yield* heavy(member, inner, pieces);
    else write(member, inner, pieces);
    yield weight;
  }
  const end = isArray ? ']' : '}';
  if (separator === '{') pieces.text(separator);
  pieces.text(indent === null ? end : `\n${indent}${end}`);
}

function write(value: unknown, indent: string | null, pieces: AnswerPieces): void {
  if (indent !== null) pieces.text(prettyJson(value, indent));
  else if (value instanceof RawJson) pieces.raw(value);
  else if (isScalar(value)) pieces.text(stringifyJson(value));
  else if (Array.isArray(value)) writeItems(value, pieces);
  else writeMembers(value as Readonly<Record<string, unknown>>, pieces);
}

function writeItems(items: readonly unknown[], pieces: AnswerPieces): void {
  for (let i = 0; i < items.length; i++) {
    pieces.text(i === 0 ? '[' : ',');
    write(items[i], null, pieces);
  }
  pieces.text(items.length === 0 ? '[]' : ']');
}

function writeMembers(object: Readonly<Record<string, unknown>>, pieces: AnswerPieces): void {
  let separator = '{';
  for (const key of Object.keys(object)) {
    const member = object[key];
    if (member === undefined) continue;
    pieces.text(`${separator}${JSON.stringify(key)}:`);
    write(member, null, pieces);
    separator = ',';
  }
  pieces.text(separator === '{' ? '{}' : '}');
}
