import type { Extension, TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * What is typed over a selection goes into the document here. The browser would do it in the page first, and give the new
 * text the colours of the old one as inline styles, which the page's policy refuses with an error in the log.
 */
export const plainInsert: Extension = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { inputType, data, isComposing } = event;
    const { from, to, empty } = view.state.selection.main;
    const isOverSelection = inputType === 'insertText' && data !== null && !empty && !isComposing;
    if (!isOverSelection || view.state.readOnly || view.state.selection.ranges.length > 1) return false;
    const insert = (): TransactionSpec => ({
      changes: { from, to, insert: data },
      selection: { anchor: from + data.length },
      scrollIntoView: true,
      userEvent: 'input.type',
    });
    event.preventDefault();
    const make = () => view.state.update(insert());
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handler) => handler(view, from, to, data, make));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});
