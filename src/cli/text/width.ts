import stringWidth from 'string-width';

/** Columns of a terminal that a text takes: wide characters take two, marks and colours none. */
export function widthOf(text: string): number {
  return isNarrow(text) ? text.length : stringWidth(text);
}

/** Printable ASCII, by far the most of what there is. */
function isNarrow(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

const graphemes = new Intl.Segmenter();

/** The text in at most so many columns; what is cut ends with `…`. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let [cut, width] = ['', 0];
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > columns - 1) break;
    cut += segment;
  }
  return columns > 0 ? `${cut}…` : '';
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - widthOf(text))) + text;
}

const CONTROLS: Readonly<Record<string, string>> = { '\n': '↵', '\t': '→', '\r': '␍' };

/** A text on one line: what would move the cursor, or change the terminal's state, is shown as a sign. */
export function onOneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (control) => CONTROLS[control] ?? '�');
}
