import { type Completion, insertBracket } from '@codemirror/autocomplete';
import {
  type Candidate,
  type Catalog,
  candidatesAt,
  type LanguageName,
  type SqlFunction,
} from '../../../statement/index.ts';

interface Proposals {
  /** Where the word begins that they would replace. */
  readonly from: number;
  readonly options: readonly Completion[];
}

/** How a candidate looks, and which come first. */
const LOOKS = {
  column: { type: 'property', boost: 3 },
  table: { type: 'class', boost: 2 },
  function: { type: 'function', boost: 1 },
  keyword: { type: 'keyword', boost: 0 },
} as const;

/** What may stand at a place of a statement, for the editor. */
export function proposals(
  text: string,
  position: number,
  catalog: Catalog,
  language: LanguageName,
): Proposals {
  const { from, list } = candidatesAt(text, position, catalog, language);
  return { from, options: list.map(completionOf) };
}

function completionOf({ kind, name, text, detail, fn }: Candidate): Completion {
  const completion = { label: name, apply: text, detail, ...LOOKS[kind] };
  return fn === null ? completion : { ...completion, ...callOf(name, fn) };
}

function callOf(name: string, fn: SqlFunction): Pick<Completion, 'info' | 'apply'> {
  return {
    info: () => infoOf(fn),
    apply: (view, _completion, from, to) => {
      view.dispatch({
        changes: { from, to, insert: name },
        selection: { anchor: from + name.length },
        userEvent: 'input.complete',
      });
      // As if it were typed: the closing one comes with it, and is typed over.
      const isThere = view.state.sliceDoc(from + name.length, from + name.length + 1) === '(';
      const bracket = isThere ? null : insertBracket(view.state, '(');
      if (bracket) view.dispatch(bracket);
    },
  };
}

function infoOf({ doc, signatures, examples }: SqlFunction): Node {
  const box = document.createElement('div');
  const add = (tag: 'p' | 'code', text: string): void => {
    const element = document.createElement(tag);
    element.textContent = text;
    box.append(element);
  };
  for (const signature of signatures.slice(0, 4)) add('code', shortened(signature));
  add('p', doc);
  for (const { sql, value } of examples.slice(0, 2)) add('code', `${sql} is ${value}`);
  return box;
}

function shortened(signature: string): string {
  const [call] = signature.split('; options:');
  return call;
}
