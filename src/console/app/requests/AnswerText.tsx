import { useMemo } from 'preact/hooks';
import { VirtualRows } from './VirtualRows.tsx';

/** A line without an end is shown in pieces: an answer is often one line of megabytes. */
const PIECE = 400;

function pieces(text: string): readonly number[] {
  const starts: number[] = [];
  let lineEnd = 0;
  for (let at = 0; at < text.length; at = Math.min(lineEnd, at + PIECE)) {
    starts.push(at);
    if (at < lineEnd) continue;
    const lineBreak = text.indexOf('\n', at);
    lineEnd = lineBreak === -1 ? text.length : lineBreak + 1;
  }
  return starts;
}

/** The answer as it came. */
export function AnswerText({ text }: { readonly text: string }) {
  const starts = useMemo(() => pieces(text), [text]);
  return (
    <VirtualRows count={starts.length} label="Answer as text">
      {(row) => <div class="text-row">{text.slice(starts[row], starts[row + 1]).replace(/\r?\n$/, '')}</div>}
    </VirtualRows>
  );
}
