import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** What the keyboard is at. */
interface TreeKeys {
  /** Scrolled into view when it changes. */
  readonly current: number;
  readonly currentId: string;
  readonly onKeyDown: (event: KeyboardEvent, pageRows: number) => void;
}

interface VirtualRowsProps {
  readonly count: number;
  readonly label: string;
  /** Absent: lines to be read. */
  readonly tree?: TreeKeys;
  readonly children: (row: number) => ComponentChildren;
}

const ROW_PX = 20;
/** Browsers limit heights to some 30 million pixels; above this, a pixel of the scroll bar stands for several. */
const MOST_PX = 8_000_000;
const SPARE_ROWS = 6;

/** Rows of one height, of which only those that are seen are made. */
export function VirtualRows({ count, label, tree, children }: VirtualRowsProps) {
  const current = tree?.current ?? -1;
  const box = useRef<HTMLDivElement & HTMLElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  useEffect(() => {
    const place = box.current as HTMLDivElement;
    const observer = new ResizeObserver(() => setHeight(place.clientHeight));
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  const fullPx = count * ROW_PX;
  const barPx = Math.min(fullPx, MOST_PX);
  const ratio = barPx <= height ? 1 : (fullPx - height) / (barPx - height);
  const offset = Math.min(top * ratio, Math.max(0, fullPx - height));
  useLayoutEffect(() => {
    const place = box.current;
    if (!place || current < 0) return;
    const rowTop = current * ROW_PX;
    const isAbove = rowTop < offset;
    if (!isAbove && rowTop + ROW_PX <= offset + height) return;
    place.scrollTop = (isAbove ? rowTop : rowTop + ROW_PX - height) / ratio;
  }, [current]);
  const first = Math.max(0, Math.floor(offset / ROW_PX) - SPARE_ROWS);
  const last = Math.min(count, Math.ceil((offset + height) / ROW_PX) + SPARE_ROWS);
  const shift = Math.round(top - (offset - first * ROW_PX));
  const rows: ComponentChildren[] = [];
  for (let row = first; row < last; row++) rows.push(children(row));
  const content = (
    <div class="virtual-bar" role="presentation" style={{ height: `${barPx}px` }}>
      <div class="virtual-rows" role="presentation" style={{ transform: `translateY(${shift}px)` }}>
        {rows}
      </div>
    </div>
  );
  const shared = {
    class: 'virtual',
    'aria-label': label,
    ref: box,
    onScroll: () => setTop(box.current?.scrollTop ?? 0),
  };
  if (tree === undefined)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
      <section {...shared} tabIndex={0}>
        {content}
      </section>
    );
  return (
    <div
      {...shared}
      role="tree"
      tabIndex={0}
      aria-activedescendant={tree.currentId}
      onKeyDown={(event) => tree.onKeyDown(event, Math.max(1, Math.floor(height / ROW_PX) - 1))}
    >
      {content}
    </div>
  );
}
