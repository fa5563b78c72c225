import { illegalArgument } from '../../common/index.ts';

/** A piece of a mustache template. */
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

/** Throws illegal_argument for tags that are not closed and for partials. */
export function parseMustache(template: string): readonly MustacheNode[] {
  return new TemplateParser(template).parse();
}

class TemplateParser {
  readonly #template: string;
  /** The template itself, and in it the sections that are open. */
  readonly #open: OpenSection[] = [{ name: '', inverted: false, body: [] }];
  #delimiters: readonly [string, string] = ['{{', '}}'];

  constructor(template: string) {
    this.#template = template;
  }

  parse(): readonly MustacheNode[] {
    let at = 0;
    while (at < this.#template.length) at = this.#next(at);
    if (this.#open.length > 1) {
      throw illegalArgument(`Failed to close '${this.#top.name}' tag in template`);
    }
    return this.#top.body;
  }

  get #top(): OpenSection {
    return this.#open[this.#open.length - 1];
  }

  /** Reads the text up to the next tag, and the tag. Returns where it ends. */
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
      throw illegalArgument(`Improperly closed variable in template: ${this.#template.slice(start)}`);
    }
    const tag = this.#template.slice(start + left.length + (triple ? 1 : 0), end).trim();
    if (triple) this.#top.body.push({ kind: 'variable', name: tag, escaped: false });
    else this.#tag(tag);
    return end + close.length;
  }

  #tag(tag: string): void {
    const name = tag.slice(1).trim();
    switch (tag[0]) {
      case '!':
        return;
      case '#':
      case '^':
        if (this.#open.length > MAX_DEPTH) throw illegalArgument('the template is nested too deeply');
        this.#open.push({ name, inverted: tag[0] === '^', body: [] });
        return;
      case '/':
        this.#close(name);
        return;
      case '=':
        this.#delimiters = delimiters(tag);
        return;
      case '>':
        throw illegalArgument(`Cannot expand the partial template [${name}]: there are none`);
      case '&':
        this.#top.body.push({ kind: 'variable', name, escaped: false });
        return;
      default:
        this.#top.body.push({ kind: 'variable', name: tag, escaped: true });
    }
  }

  #close(name: string): void {
    const section = this.#top;
    if (this.#open.length === 1 || section.name !== name) {
      throw illegalArgument(`Mismatched start/end tags: ${section.name} != ${name} in template`);
    }
    this.#open.pop();
    this.#top.body.push({ kind: 'section', ...section });
  }
}

/** `{{=<% %>=}}` */
function delimiters(tag: string): readonly [string, string] {
  const [left, right] = tag.slice(1, -1).trim().split(' ');
  if (!left || !right) throw illegalArgument(`Invalid delimiter string: ${tag}`);
  return [left, right];
}
