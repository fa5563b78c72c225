/**
 * The values of a JSON text, in order, without reading them: where each begins and ends, how deep it is, and which row
 * follows behind its members. An answer of 10 MB has half a million; they are numbers in typed arrays.
 */
export interface JsonRows {
  readonly text: string;
  readonly length: number;
  /** Of the key with its quotes; −1 for items of lists. */
  readonly keyFrom: Int32Array;
  readonly keyTo: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly depth: Int32Array;
  /** The row behind the last member. */
  readonly next: Int32Array;
  /** Members of objects, items of lists; −1 for other values. */
  readonly count: Int32Array;
}

const COLUMNS = ['keyFrom', 'keyTo', 'from', 'to', 'depth', 'next', 'count'] as const;
type Columns = Record<(typeof COLUMNS)[number], Int32Array>;

const FIRST_ROWS = 1024;
/** How much is read between two pauses. */
const PIECE = 1 << 14;

const [QUOTE, COMMA, COLON] = [34, 44, 58];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

class RowWriter {
  readonly #text: string;
  #columns: Columns;
  #length = 0;
  /** Rows of the objects and lists that are open. */
  readonly #open: number[] = [];
  /** Of a key whose value has not come yet. */
  #keyFrom = -1;
  #keyTo = -1;

  constructor(text: string) {
    this.#text = text;
    const made = COLUMNS.map((name) => [name, new Int32Array(FIRST_ROWS)]);
    this.#columns = Object.fromEntries(made) as Columns;
  }

  /** Reads the token at `at`; where the next one is looked for. Throws for what is no JSON. */
  token(at: number): number {
    const char = this.#text.charCodeAt(at);
    if (char <= 32 || char === COMMA || char === COLON) return at + 1;
    if (char === QUOTE) return this.#textAt(at);
    if (char === OPEN_OBJECT || char === OPEN_LIST) {
      this.#add(at, at + 1, 0);
      this.#open.push(this.#length - 1);
      return at + 1;
    }
    if (char === CLOSE_OBJECT || char === CLOSE_LIST) {
      const row = this.#open.pop();
      if (row === undefined) throw new SyntaxError('more is closed than was opened');
      this.#columns.to[row] = at + 1;
      this.#columns.next[row] = this.#length;
      return at + 1;
    }
    let end = at + 1;
    while (end < this.#text.length && isWord(this.#text.charCodeAt(end))) end++;
    this.#add(at, end, -1);
    return end;
  }

  #textAt(at: number): number {
    const end = textEnd(this.#text, at);
    const parent = this.#open.at(-1);
    const isKey =
      this.#keyFrom === -1 &&
      parent !== undefined &&
      this.#text.charCodeAt(this.#columns.from[parent]) === OPEN_OBJECT;
    if (!isKey) this.#add(at, end, -1);
    else {
      this.#keyFrom = at;
      this.#keyTo = end;
    }
    return end;
  }

  #add(from: number, to: number, count: number): void {
    if (this.#length === this.#columns.from.length) this.#grow();
    const row = this.#length++;
    const columns = this.#columns;
    columns.keyFrom[row] = this.#keyFrom;
    columns.keyTo[row] = this.#keyTo;
    this.#keyFrom = -1;
    this.#keyTo = -1;
    columns.from[row] = from;
    columns.to[row] = to;
    columns.depth[row] = this.#open.length;
    columns.next[row] = row + 1;
    columns.count[row] = count;
    const parent = this.#open.at(-1);
    if (parent !== undefined) columns.count[parent]++;
  }

  #grow(): void {
    for (const name of COLUMNS) {
      const longer = new Int32Array(this.#columns[name].length * 2);
      longer.set(this.#columns[name]);
      this.#columns[name] = longer;
    }
  }

  finish(): JsonRows {
    if (this.#open.length > 0 || this.#length === 0) throw new SyntaxError('the text ends too early');
    return { text: this.#text, length: this.#length, ...this.#columns };
  }
}

function isWord(char: number): boolean {
  return char > 32 && char !== COMMA && char !== CLOSE_LIST && char !== CLOSE_OBJECT;
}

/** Behind the closing quote: one with an even number of backslashes before it. */
function textEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = end;
    while (text.charCodeAt(slashes - 1) === 92) slashes--;
    if ((end - slashes) % 2 === 0) return end + 1;
  }
  throw new SyntaxError('a text has no end');
}

/** Pauses now and then; what it yields is how far it is. Throws SyntaxError for what is no JSON. */
export function* readRows(text: string): Generator<number, JsonRows> {
  const writer = new RowWriter(text);
  let pause = PIECE;
  for (let at = 0; at < text.length; ) {
    at = writer.token(at);
    if (at < pause) continue;
    pause = at + PIECE;
    yield at;
  }
  return writer.finish();
}

/** Rows that are seen when the members of these are not. */
export function visibleRows({ length, next }: JsonRows, closed: ReadonlySet<number>): Int32Array {
  const rows = new Int32Array(length);
  let count = 0;
  for (let row = 0; row < length; row = closed.has(row) ? next[row] : row + 1) rows[count++] = row;
  return rows.subarray(0, count);
}

const LONG_LIST = 12;

/** Lists of many plain values, vectors above all: they begin closed. */
export function longLists({ length, next, count }: JsonRows): Set<number> {
  const found = new Set<number>();
  for (let row = 0; row < length; row++) {
    if (count[row] > LONG_LIST && next[row] === row + 1 + count[row]) found.add(row);
  }
  return found;
}
