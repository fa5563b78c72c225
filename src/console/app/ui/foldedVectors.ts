import { codeFolding, ensureSyntaxTree, foldEffect, foldKeymap } from '@codemirror/language';
import type { Extension, StateEffect } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

/** Arrays of more numbers than that are vectors. */
const LEAST_NUMBERS = 8;
/** Parsing goes on in the background; what is beyond stays unfolded. */
const PARSE_MS = 50;

/** Folding, with a click or Ctrl+Shift+] on what is folded. */
export const folding: Extension = [codeFolding({ placeholderText: ' … ' }), keymap.of(foldKeymap)];

/** Folds the vectors that a document begins with: a hundred lines of numbers tell nobody anything. */
export function foldVectors(view: EditorView): void {
  const tree = ensureSyntaxTree(view.state, view.state.doc.length, PARSE_MS);
  const effects: StateEffect<unknown>[] = [];
  tree?.iterate({
    enter: ({ name, node }) => {
      if (name !== 'Array') return;
      const numbers = node.getChildren('Number').length;
      if (numbers > LEAST_NUMBERS) effects.push(foldEffect.of({ from: node.from + 1, to: node.to - 1 }));
    },
  });
  if (effects.length > 0) view.dispatch({ effects });
}
