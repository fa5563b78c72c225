import type { BulkItem } from '../../../cluster/index.ts';

/** A parsed action line with its bytes: the following lines often differ only in the id. */
export interface ActionLine {
  readonly from: number;
  readonly to: number;
  /**
   * Position of the id's characters; -1, -1 if the line has no `_id`. `null` if the line cannot be reused.
   */
  readonly id: { readonly from: number; readonly to: number } | null;
  readonly item: BulkItem;
  readonly retryOnConflict: number | null;
  readonly fetchSource: unknown;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ID_KEY = '"_id":"';

export const NO_ID = { from: -1, to: -1 } as const;

/** The position of the id in the line, if it occurs once, as a string without escapes. */
export function placeOfId(line: string, from: number, item: BulkItem): ActionLine['id'] {
  if (item.id === null) return NO_ID;
  const key = line.indexOf(ID_KEY);
  if (item.action === 'update' || key === -1 || key !== line.lastIndexOf(ID_KEY)) return null;
  const start = key + ID_KEY.length;
  const end = start + item.id.length;
  const isPlain = line.slice(start, end) === item.id && line.charCodeAt(end) === QUOTE;
  // Offsets here count characters, but bytes in the body.
  return isPlain && /^[\x20-\x7e]*$/.test(line) ? { from: from + start, to: from + end } : null;
}

/** Whether body[from, to) equals the line except for the characters of the id, which are plain ASCII. */
export function repeats(line: ActionLine, body: Buffer, from: number, to: number): boolean {
  if (line.id === null) return false;
  if (line.id === NO_ID) return to - from === line.to - line.from && isSame(body, line.from, from, to - from);
  const before = line.id.from - line.from;
  const after = line.to - line.id.to;
  const idEnd = to - after;
  if (idEnd <= from + before) return false;
  if (!isSame(body, line.from, from, before) || !isSame(body, line.id.to, idEnd, after)) return false;
  for (let at = from + before; at < idEnd; at++) {
    const byte = body[at];
    if (byte < 0x20 || byte > 0x7e || byte === QUOTE || byte === BACKSLASH) return false;
  }
  return true;
}

/** The id of a line that repeats another. */
export function repeatedId(
  { id, from: lineFrom, to: lineTo }: ActionLine,
  body: Buffer,
  from: number,
  to: number,
): string | null {
  if (id === null || id === NO_ID) return null;
  return body.toString('latin1', from + id.from - lineFrom, to - (lineTo - id.to));
}

function isSame(body: Buffer, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (body[a + i] !== body[b + i]) return false;
  return true;
}
