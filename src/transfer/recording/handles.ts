const HANDLES: ReadonlySet<string> = new Set(['_scroll_id', 'cursor', 'pit_id', 'task']);
const MADE_ID = /^[\w-]{20}$/;
/** Where such names stand in texts. */
const MADE_IDS = /(?<![\w-])[\w-]{20}(?![\w-])/g;

/** Names that a server makes up, of a recording and of the server that it is played to. */
export class Handles {
  readonly #handles = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  /** Looks for names in answers to the same request; what is no JSON has none. */
  learn(recorded: string, got: string): void {
    try {
      this.#walk(JSON.parse(recorded), JSON.parse(got));
    } catch {
      // Texts.
    }
  }

  /** The text with the names of the server that is played to. */
  translate(text: string): string {
    let translated = text;
    for (const [from, to] of this.#handles) {
      translated = translated
        .replaceAll(from, to)
        .replaceAll(encodeURIComponent(from), encodeURIComponent(to));
    }
    if (this.#ids.size === 0) return translated;
    return translated.replace(MADE_IDS, (id) => this.#ids.get(id) ?? id);
  }

  #walk(want: unknown, got: unknown): void {
    if (typeof want !== 'object' || typeof got !== 'object' || want === null || got === null) return;
    const ours = got as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(want)) {
      const other = Object.hasOwn(ours, name) ? ours[name] : undefined;
      if (typeof value !== 'string' || typeof other !== 'string') this.#walk(value, other);
      else if (value === other) continue;
      else if (HANDLES.has(name)) this.#handles.set(value, other);
      // Of a document that was just written, not of one that was found.
      else if (name === '_id' && 'result' in want && MADE_ID.test(value)) this.#ids.set(value, other);
    }
  }
}
