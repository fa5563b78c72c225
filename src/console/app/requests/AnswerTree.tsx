import { useEffect, useMemo, useState } from 'preact/hooks';
import { isAbort } from '../lib/api.ts';
import { count } from '../lib/format.ts';
import { say } from '../lib/messages.ts';
import { inTurns } from '../lib/turns.ts';
import { formatJson } from './jsonFormat.ts';
import { type JsonRows, longLists, readRows, visibleRows } from './jsonRows.ts';
import { VirtualRows } from './VirtualRows.tsx';

/** The rows of a text, read in turns. null: not yet; 'none': it is no JSON. */
export function useJsonRows(text: string): JsonRows | null | 'none' {
  const [read, setRead] = useState<{ readonly of: string; readonly rows: JsonRows | 'none' } | null>(null);
  useEffect(() => {
    const given = new AbortController();
    inTurns(readRows(text), given.signal).then(
      (rows) => setRead({ of: text, rows }),
      (error) => {
        if (!isAbort(error)) setRead({ of: text, rows: 'none' });
      },
    );
    return () => given.abort();
  }, [text]);
  return read?.of === text ? read.rows : null;
}

/** The values of an answer: members can be closed, with the mouse or the arrow keys. */
export function AnswerTree({ rows }: { readonly rows: JsonRows }) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(() => longLists(rows));
  const [current, setCurrent] = useState(0);
  const shown = useMemo(() => visibleRows(rows, closed), [rows, closed]);
  const row = shown[Math.min(current, shown.length - 1)];
  const turn = (at: number, isClosed: boolean): void => {
    const next = new Set(closed);
    if (isClosed) next.add(at);
    else next.delete(at);
    setClosed(next);
  };
  const onKeyDown = (event: KeyboardEvent, pageRows: number): void => {
    const last = shown.length - 1;
    const isParent = rows.count[row] > 0;
    const to = (at: number): void => setCurrent(Math.max(0, Math.min(last, at)));
    if (event.key === 'ArrowDown') to(current + 1);
    else if (event.key === 'ArrowUp') to(current - 1);
    else if (event.key === 'PageDown') to(current + pageRows);
    else if (event.key === 'PageUp') to(current - pageRows);
    else if (event.key === 'Home') to(0);
    else if (event.key === 'End') to(last);
    else if (event.key === 'ArrowRight' && isParent) {
      if (closed.has(row)) turn(row, false);
      else to(current + 1);
    } else if (event.key === 'ArrowLeft') {
      if (isParent && !closed.has(row)) turn(row, true);
      else to(shown.indexOf(parentOf(rows, row)));
    } else if (event.key === 'Enter' && isParent) turn(row, !closed.has(row));
    else if (event.key === 'c' && (event.ctrlKey || event.metaKey)) copy(rows, row);
    else return;
    event.preventDefault();
  };
  return (
    <VirtualRows
      count={shown.length}
      label="Answer as a tree"
      tree={{ current: Math.min(current, shown.length - 1), currentId: `answer-${row}`, onKeyDown }}
    >
      {(at) => (
        <TreeRow
          rows={rows}
          row={shown[at]}
          isClosed={closed.has(shown[at])}
          isCurrent={at === current}
          onPress={() => {
            setCurrent(at);
            if (rows.count[shown[at]] > 0) turn(shown[at], !closed.has(shown[at]));
          }}
        />
      )}
    </VirtualRows>
  );
}

function parentOf({ depth }: JsonRows, row: number): number {
  let parent = row;
  while (parent > 0 && depth[parent] >= depth[row]) parent--;
  return parent;
}

function copy({ text, from, to }: JsonRows, row: number): void {
  const value = text.slice(from[row], to[row]);
  const plain = value.startsWith('"') ? String(JSON.parse(value)) : (formatJson(value) ?? value);
  void navigator.clipboard?.writeText(plain).then(() => say('Copied'));
}

interface TreeRowProps {
  readonly rows: JsonRows;
  readonly row: number;
  readonly isClosed: boolean;
  readonly isCurrent: boolean;
  readonly onPress: () => void;
}

const TONES: Readonly<Record<string, string>> = { '"': 'string', t: 'bool', f: 'bool', n: 'null' };

function TreeRow({ rows, row, isClosed, isCurrent, onPress }: TreeRowProps) {
  const { text, keyFrom, keyTo, from, depth, count: counts } = rows;
  const isParent = counts[row] > 0;
  const isContainer = counts[row] >= 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and names its current row
    <div
      id={`answer-${row}`}
      class={isCurrent ? 'tree-row current' : 'tree-row'}
      role="treeitem"
      aria-level={depth[row] + 1}
      aria-expanded={isParent ? !isClosed : undefined}
      aria-selected={isCurrent}
      style={{ paddingLeft: `${8 + depth[row] * 16}px` }}
      onClick={onPress}
    >
      <span class="tree-arrow" aria-hidden="true">
        {isParent ? (isClosed ? '▸' : '▾') : ''}
      </span>
      {keyFrom[row] === -1 ? (
        row > 0 && <span class="tree-index">{itemNumber(rows, row)}: </span>
      ) : (
        <span class="tree-key">{text.slice(keyFrom[row] + 1, keyTo[row] - 1)}: </span>
      )}
      {isContainer ? (
        <span class="tree-more">{isParent && !isClosed ? braces(rows, row) : preview(rows, row)}</span>
      ) : (
        <span class={`tree-${TONES[text[from[row]]] ?? 'number'}`}>{cut(valueText(rows, row))}</span>
      )}
    </div>
  );
}

/** Of an item in its list. Only for rows that are shown. */
function itemNumber({ next, depth }: JsonRows, row: number): number {
  let parent = row - 1;
  while (depth[parent] >= depth[row]) parent--;
  let number = 0;
  for (let item = parent + 1; item < row; item = next[item]) number++;
  return number;
}

function braces({ text, from, count: counts }: JsonRows, row: number): string {
  const words = count(counts[row]);
  return text[from[row]] === '{' ? `{${words}}` : `[${words}]`;
}

const MOST_CHARS = 400;
const PREVIEW_CHARS = 90;

function valueText({ text, from, to }: JsonRows, row: number): string {
  return text.slice(from[row], to[row]);
}

function cut(text: string): string {
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}… ${count(text.length)} characters` : text;
}

/** The beginning of what is closed. */
function preview(rows: JsonRows, row: number): string {
  const { text, from, to, count: counts } = rows;
  const begin = text.slice(from[row], Math.min(to[row], from[row] + PREVIEW_CHARS)).replace(/\s+/g, ' ');
  const isWhole = to[row] - from[row] <= PREVIEW_CHARS;
  return isWhole ? begin : `${begin} … (${count(counts[row])})`;
}
