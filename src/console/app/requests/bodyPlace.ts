/** Where in a body of JSON a place is: below which keys, as a key or as a value. The body need not be whole. */
export interface BodyPlace {
  readonly kind: 'key' | 'value';
  /** From the top; of a value its own key is the last. */
  readonly path: readonly string[];
  /** What the member `type` says in the object of each key of the path, and in the one of this place at the end. */
  readonly types: readonly (string | null)[];
  /** Keys of the object of this place, without the one that is written here. */
  readonly siblings: ReadonlySet<string>;
  /** The word that is written, with its quotes. */
  readonly from: number;
  readonly to: number;
  readonly isQuoted: boolean;
  /** Which of the values one after the other this is, from 0. */
  readonly valueIndex: number;
  /** A colon follows. */
  readonly hasValue: boolean;
}

interface Frame {
  readonly isList: boolean;
  key: string | null;
  awaits: 'key' | 'value';
  readonly keys: Set<string>;
  type: string | null;
}

class Scanner {
  readonly frames: Frame[] = [];
  valueIndex = -1;

  /** A whole text or word. */
  word(text: string): void {
    const frame = this.frames.at(-1);
    if (!frame || frame.isList) return;
    if (frame.awaits === 'key') {
      frame.key = text;
      frame.keys.add(text);
    } else if (frame.key === 'type') frame.type = text;
  }

  edge(char: string): void {
    const frame = this.frames.at(-1);
    if (char === '{' || char === '[') {
      if (!frame) this.valueIndex++;
      this.frames.push({ isList: char === '[', key: null, awaits: 'key', keys: new Set(), type: null });
    } else if (char === '}' || char === ']') this.frames.pop();
    else if (frame) frame.awaits = char === ':' ? 'value' : 'key';
  }
}

const TOKENS =
  /"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|\/\*[\s\S]*?(?:\*\/|$)|(?:#|\/\/)[^\n]*|[{}[\],:]|[^\s{}[\],:"]+/g;

/** null: outside every object, within a comment, or where nothing can be proposed. */
export function bodyPlace(text: string, start: number, end: number, position: number): BodyPlace | null {
  const scanner = new Scanner();
  const body = text.slice(start, end);
  let written: readonly [from: number, to: number] = [position, position];
  for (const { 0: token, index } of body.matchAll(TOKENS)) {
    const [from, to] = [start + index, start + index + token.length];
    if (from >= position) break;
    const isEdge = /^[{}[\],:]$/.test(token);
    if (to > position || (to === position && !isEdge && !/^".*"$/s.test(token))) {
      if (/^(?:#|\/[/*]|""")/.test(token)) return null;
      written = [from, to];
      break;
    }
    if (isEdge) scanner.edge(token);
    else if (!/^(?:#|\/[/*])/.test(token)) scanner.word(token.replace(/^"|"$/g, ''));
  }
  return placeOf(scanner, text, written, end);
}

function placeOf(
  { frames, valueIndex }: Scanner,
  text: string,
  [from, to]: readonly [number, number],
  end: number,
): BodyPlace | null {
  const own = frames.at(-1);
  if (!own) return null;
  const objects = frames.filter(({ isList }) => !isList);
  const kind = own.isList || own.awaits === 'value' ? 'value' : 'key';
  const above = kind === 'key' ? objects.slice(0, -1) : objects;
  const rest = restOf(text.slice(to, end));
  if (!own.isList) for (const key of rest.keys) own.keys.add(key);
  return {
    kind,
    path: above.flatMap(({ key }) => (key === null ? [] : [key])),
    types: objects.map((frame) => (frame === own ? (frame.type ?? rest.type) : frame.type)),
    siblings: own.keys,
    from,
    to,
    isQuoted: text[from] === '"',
    valueIndex,
    hasValue: /^\s*:/.test(text.slice(to, end)),
  };
}

/** What follows in the same object: behind the next comma, for what stands before belongs to this place. */
function restOf(text: string): Pick<Frame, 'keys' | 'type'> {
  const scanner = new Scanner();
  scanner.edge('{');
  const [frame] = scanner.frames;
  frame.awaits = 'value';
  for (const { 0: token } of text.matchAll(TOKENS)) {
    if (/^[{}[\],:]$/.test(token)) scanner.edge(token);
    else if (!/^(?:#|\/[/*])/.test(token)) scanner.word(token.replace(/^"|"$/g, ''));
    if (scanner.frames.length === 0) break;
  }
  return frame;
}
