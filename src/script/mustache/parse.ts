import { OpenSearchError } from '../../common/index.ts';

/** A node of a mustache template. */
export type MustacheNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly escaped: boolean }
  | {
      readonly kind: 'section';
      readonly name: string;
      readonly inverted: boolean;
      readonly body: readonly MustacheNode[];
    };

interface OpenSection {
  readonly name: string;
  readonly inverted: boolean;
  readonly body: MustacheNode[];
}

const MAX_DEPTH = 100;

/** Throws script_exception for unclosed tags and for partials. */
export function parseMustache(template: string): readonly MustacheNode[] {
  return new TemplateParser(template).parse();
}

class TemplateParser {
  readonly #template: string;
  /** The template and, inside it, the open sections. */
  readonly #open: OpenSection[] = [{ name: '', inverted: false, body: [] }];
  #delimiters: readonly [string, string] = ['{{', '}}'];

  constructor(template: string) {
    this.#template = template;
  }

  parse(): readonly MustacheNode[] {
    let at = 0;
    while (at < this.#template.length) at = this.#next(at);
    if (this.#open.length > 1) {
      throw this.#error(`Failed to close '${this.#top.name}' tag @[${this.#place(this.#template.length)}]`);
    }
    return this.#top.body;
  }

  get #top(): OpenSection {
    return this.#open[this.#open.length - 1];
  }

  /** Reads the text up to the next tag, and the tag. Returns the end position. */
  #next(at: number): number {
    const [left, right] = this.#delimiters;
    const start = this.#template.indexOf(left, at);
    if (start === -1) {
      this.#top.body.push({ kind: 'text', text: this.#template.slice(at) });
      return this.#template.length;
    }
    if (start > at) this.#top.body.push({ kind: 'text', text: this.#template.slice(at, start) });
    const triple = left === '{{' && this.#template[start + 2] === '{';
    const close = triple ? '}}}' : right;
    const end = this.#template.indexOf(close, start + left.length);
    if (end === -1) {
      throw this.#error(`Improperly closed variable @[${this.#place(start)}]`);
    }
    const tag = this.#template.slice(start + left.length + (triple ? 1 : 0), end).trim();
    if (triple) this.#top.body.push({ kind: 'variable', name: tag, escaped: false });
    else this.#tag(tag, start);
    return end + close.length;
  }

  #tag(tag: string, start: number): void {
    const name = tag.slice(1).trim();
    switch (tag[0]) {
      case '!':
        return;
      case '#':
      case '^':
        if (this.#open.length > MAX_DEPTH) throw this.#error('the template is nested too deeply');
        this.#open.push({ name, inverted: tag[0] === '^', body: [] });
        return;
      case '/':
        this.#close(name, start);
        return;
      case '=':
        this.#delimiters = this.#newDelimiters(tag, start);
        return;
      case '>':
        throw this.#error(`Template ${name} not found`, 'mustache_not_found_exception');
      case '&':
        this.#top.body.push({ kind: 'variable', name, escaped: false });
        return;
      default:
        this.#top.body.push({ kind: 'variable', name: tag, escaped: true });
    }
  }

  #close(name: string, start: number): void {
    const section = this.#top;
    const open = this.#open.length === 1 ? 'null' : section.name;
    if (open !== name) {
      const place = this.#place(start);
      throw this.#error(`Mismatched start/end tags: ${open} != ${name} in ${place} @[${place}]`);
    }
    this.#open.pop();
    this.#top.body.push({ kind: 'section', ...section });
  }

  /** `{{=<% %>=}}` */
  #newDelimiters(tag: string, start: number): readonly [string, string] {
    const [left, right] = tag.slice(1, -1).trim().split(' ');
    if (!left || !right) throw this.#error(`Invalid delimiter string: ${tag} @[${this.#place(start)}]`);
    return [left, right];
  }

  /** The original uses this name for every template. */
  #place(offset: number): string {
    return `query-template:${this.#template.slice(0, offset).split('\n').length}`;
  }

  #error(
    reason: string,
    cause: 'mustache_exception' | 'mustache_not_found_exception' = 'mustache_exception',
  ): OpenSearchError {
    return new OpenSearchError('script_exception', reason, {
      metadata: { script_stack: [], script: this.#template, lang: 'mustache' },
      causedBy: new OpenSearchError(cause, reason),
    });
  }
}
