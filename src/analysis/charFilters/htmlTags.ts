/** Finds the ends of HTML constructs. */

const SPACE = /\s/;
const EVENT =
  /\s+on(?:abort|blur|change|(?:dbl)?click|error|focus|key(?:down|press|up)|(?:un)?load|mouse(?:down|move|out|over|up)|reset|select|submit)\s*=\s*(?=["'])/iy;
const EMPTY_TAIL = /\/?>/y;

/**
 * The index after the last `>` that can close a tag whose name ends at `from`; -1 if there is none. In
 * between there is whitespace or `=` and any characters except `<` and `>`, which only event handlers and
 * server-side includes may contain.
 */
export function tagEnd(text: string, from: number): number {
  if (SPACE.test(text[from] ?? '') || text[from] === '=') return contentEnd(text, from);
  EMPTY_TAIL.lastIndex = from;
  return EMPTY_TAIL.test(text) ? EMPTY_TAIL.lastIndex : -1;
}

function contentEnd(text: string, from: number): number {
  /** Indexes after quoted values and includes. */
  const behindValues = new Set<number>();
  let furthest = from;
  let reached = true;
  let end = -1;
  for (let at = from; at < text.length; at++) {
    if (!reached && !behindValues.has(at)) {
      if (at >= furthest) break;
      continue;
    }
    const char = text[at];
    if (char === '>') end = at + 1;
    if (SPACE.test(char) && !(reached && at > from && SPACE.test(text[at - 1]))) {
      EVENT.lastIndex = at;
      if (EVENT.test(text)) {
        for (const place of valueEnds(text, EVENT.lastIndex)) {
          behindValues.add(place);
          furthest = Math.max(furthest, place);
        }
      }
    }
    if (char === '<' && text.startsWith('<!--#', at)) {
      const place = includeEnd(text, at + 5);
      behindValues.add(place);
      furthest = Math.max(furthest, place);
    }
    reached = char !== '<' && char !== '>';
  }
  return end;
}

/** A quoted value ends at the next quote, or at a later one if the quotes in between are escaped. */
function valueEnds(text: string, quoteAt: number): number[] {
  const quote = text[quoteAt];
  const ends: number[] = [];
  let at = quoteAt;
  do {
    at = text.indexOf(quote, at + 1);
    if (at < 0) break;
    ends.push(at + 1);
  } while (text[at - 1] === '\\');
  return ends;
}

/** The index after a comment whose content begins at `from`; the end of the text if it is not closed. */
export function commentEnd(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    if (text.startsWith('<!--#', at)) at = includeEnd(text, at + 5);
    else if (text.startsWith('-->', at)) return at + 3;
    else at++;
  }
  return text.length;
}

/** A server-side include ends at `-->` outside quotes. */
function includeEnd(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    if (text.startsWith('-->', at)) return at + 3;
    at = text[at] === '"' || text[at] === "'" ? stringEnd(text, at) : at + 1;
  }
  return text.length;
}

function stringEnd(text: string, quoteAt: number): number {
  for (let at = quoteAt + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[quoteAt]) return at + 1;
  }
  return text.length;
}

/**
 * Where the content of a script or style sheet ends, and where its end tag does; both are the end of the text
 * if there is no end tag.
 */
export function scriptEnd(text: string, from: number, name: string): { content: number; end: number } {
  const close = new RegExp(`</\\s*${name}\\s*>`, 'iy');
  for (let at = from; at < text.length; ) {
    if (text.startsWith('<!--', at)) {
      at = scriptCommentEnd(text, at + 4);
      continue;
    }
    close.lastIndex = at;
    if (text[at] === '<' && close.test(text)) return { content: at, end: close.lastIndex };
    at++;
  }
  return { content: text.length, end: text.length };
}

/** A comment in a script; quoted strings may contain its terminator. */
function scriptCommentEnd(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    if (text.startsWith('-->', at)) return at + 3;
    if (text.startsWith('<!--#', at)) at = includeEnd(text, at + 5);
    else at = text[at] === '"' || text[at] === "'" ? stringEnd(text, at) : at + 1;
  }
  return text.length;
}
