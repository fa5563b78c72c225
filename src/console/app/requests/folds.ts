import { foldable, foldEffect, foldGutter, foldService } from '@codemirror/language';
import { type Extension, Prec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { folding } from '../ui/foldedVectors.ts';

const TEXT_OR_BRACE = /"(?:[^"\\\n]|\\.)*"|[{}[\]]/g;

/** Longer bodies stay open: every line on the screen is asked. */
const MOST_CHARS = 50_000;

/** What a line opens and does not close: from behind that brace to the one that closes it. null: nothing. */
export function foldAt(text: string, from: number, to: number): { from: number; to: number } | null {
  const open: number[] = [];
  TEXT_OR_BRACE.lastIndex = from;
  for (let match = TEXT_OR_BRACE.exec(text); match; match = TEXT_OR_BRACE.exec(text)) {
    const [token] = match;
    if (match.index >= to && open.length === 0) return null;
    if (token === '{' || token === '[') open.push(match.index);
    else if (token === '}' || token === ']') {
      const begun = open.pop();
      if (open.length === 0 && begun !== undefined && match.index > to)
        return { from: begun + 1, to: match.index };
    }
  }
  return null;
}

/** The innermost part of the body around the cursor; the cursor goes to its edge, for what it stands in stays open. */
function foldAround(view: EditorView): boolean {
  const { state } = view;
  const { head } = state.selection.main;
  for (let number = state.doc.lineAt(head).number; number > 0; number--) {
    const { from, to } = state.doc.line(number);
    const range = foldable(state, from, to);
    if (range && range.to >= head) {
      view.dispatch({ effects: foldEffect.of(range), selection: { anchor: range.from } });
      return true;
    }
  }
  return false;
}

/** Bodies fold at their braces: with a click beside them, or Ctrl+Shift+[ and ]. */
export const folds: Extension = [
  foldService.of(({ doc }, from, to) => {
    if (!/[{[]/.test(doc.sliceString(from, to))) return null;
    const fold = foldAt(doc.sliceString(from, from + MOST_CHARS), 0, to - from);
    return fold && { from: from + fold.from, to: from + fold.to };
  }),
  Prec.high(keymap.of([{ key: 'Ctrl-Shift-[', mac: 'Cmd-Alt-[', run: foldAround }])),
  folding,
  foldGutter({ openText: '▾', closedText: '▸' }),
];
