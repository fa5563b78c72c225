import { useState } from 'preact/hooks';
import { call, segment } from '../lib/api.ts';
import { counted, kilobytes } from '../lib/format.ts';
import { attempt } from '../lib/messages.ts';
import { chosenNode, graphs, isOfCluster, refresh } from './live.ts';
import { STATES, StateLegend } from './StateLegend.tsx';
import type { CacheNode, GraphInfo } from './types.ts';
import { Warmup } from './Warmup.tsx';

/** With the gap behind it. */
const LEAST_BAR_PX = 12;

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups];
}

/** Every graph as a bar, as long as it is heavy, by index and shard copy. */
export function GraphBars() {
  const known = graphs.value;
  const [pointed, setPointed] = useState<GraphInfo | null>(null);
  if (!known) return null;
  const shown = known.graphs.filter(({ node }) => chosenNode.value === '' || node === chosenNode.value);
  const copies = groupBy(shown, copyOf);
  const heaviest = Math.max(1, ...copies.map(([, group]) => weightOf(group)));
  return (
    <section class="card wide" aria-label="Graphs">
      <header>
        <h3>Graphs</h3>
        <span class="card-note">
          {counted(shown.length, 'graph')}, {kilobytes(weightOf(shown))}
        </span>
        <StateLegend />
      </header>
      <div class="card-body stack">
        {groupBy(shown, ({ index }) => index).map(([index, own]) => (
          <IndexGraphs
            key={index}
            index={index}
            graphs={own}
            nodes={known.nodes}
            heaviest={heaviest}
            onPoint={setPointed}
          />
        ))}
        <p class="pointed" role="status">
          {pointed
            ? describe(pointed, known.nodes)
            : 'Point at a graph, or go along the bars with the arrow keys.'}
        </p>
      </div>
    </section>
  );
}

function weightOf(group: readonly GraphInfo[]): number {
  return group.reduce((sum, { kb }) => sum + kb, 0);
}

function copyOf({ index, shard, node }: GraphInfo): string {
  return `${index}/${shard}/${node}`;
}

function describe(graph: GraphInfo, nodes: readonly CacheNode[]): string {
  const { index, shard, primary, segment: name, field, vectors, dimension, engine, kb, state } = graph;
  const copy = `${primary ? 'primary' : 'replica'} of shard ${shard} on ${nodeName(graph.node, nodes)}`;
  const what = `${field}, ${counted(vectors, 'vector')} of ${dimension} dimensions, ${engine}`;
  return `${index}, ${copy}, segment ${name}: ${what}, ${kilobytes(kb)}, ${STATES[state]}`;
}

function nodeName(id: string, nodes: readonly CacheNode[]): string {
  return nodes.find((node) => node.id === id)?.name ?? id;
}

interface IndexProps {
  readonly index: string;
  readonly graphs: readonly GraphInfo[];
  readonly nodes: readonly CacheNode[];
  readonly heaviest: number;
  readonly onPoint: (graph: GraphInfo | null) => void;
}

function IndexGraphs({ index, graphs: own, nodes, heaviest, onPoint }: IndexProps) {
  const inMemory = own.filter(({ state }) => state === 'in_memory');
  const clear = (): Promise<unknown> =>
    attempt(
      () => call('POST', `/_rockpool/knn/clear/${segment(index)}`).then(refresh),
      `The graphs of ${index} left memory`,
    );
  return (
    <div class="index-graphs">
      <div class="row">
        <h4>{index}</h4>
        <span class="card-note grow">
          {inMemory.length} of {own.length} in memory, {kilobytes(weightOf(inMemory))} of{' '}
          {kilobytes(weightOf(own))}
        </span>
        <Warmup index={index} />
        {!isOfCluster.value && (
          <button type="button" class="small" disabled={inMemory.length === 0} onClick={() => void clear()}>
            Clear
          </button>
        )}
      </div>
      {groupBy(own, copyOf).map(([copy, group]) => (
        <CopyBar
          key={copy}
          label={`${group[0].shard} ${group[0].primary ? 'p' : 'r'} ${nodeName(group[0].node, nodes)}`}
          group={group}
          share={weightOf(group) / heaviest}
          nodes={nodes}
          onPoint={onPoint}
        />
      ))}
    </div>
  );
}

interface BarProps {
  readonly label: string;
  readonly group: readonly GraphInfo[];
  /** Of the width; the heaviest copy has all of it. */
  readonly share: number;
  readonly nodes: readonly CacheNode[];
  readonly onPoint: (graph: GraphInfo | null) => void;
}

/** One shard copy: its graphs side by side. One tab stop; arrows go along. */
function CopyBar({ label, group, share, nodes, onPoint }: BarProps) {
  const [at, setAt] = useState(0);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(group.length - 1, at + step));
    setAt(next);
    const bars = (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role="option"]');
    bars[next]?.focus();
  };
  return (
    <div class="copy">
      <span class="mono muted">{label}</span>
      <div
        class="copy-bar"
        role="listbox"
        tabIndex={-1}
        aria-orientation="horizontal"
        aria-label={`Graphs of ${group[0].index}, copy ${label}`}
        style={{ width: `${share * 100}%`, minWidth: `min(100%, ${group.length * LEAST_BAR_PX}px)` }}
        onKeyDown={onKeyDown}
        onMouseLeave={() => onPoint(null)}
      >
        {group.map((graph, i) => (
          <div
            key={`${graph.segment}/${graph.field}`}
            role="option"
            aria-selected={i === at}
            aria-label={`${graph.segment} · ${kilobytes(graph.kb)}, ${describe(graph, nodes)}`}
            tabIndex={i === Math.min(at, group.length - 1) ? 0 : -1}
            class={`graph ${graph.state}`}
            style={{ flexGrow: graph.kb }}
            onMouseEnter={() => onPoint(graph)}
            onFocus={() => {
              setAt(i);
              onPoint(graph);
            }}
          >
            <span>
              {graph.segment}
              <span class="graph-weight"> · {kilobytes(graph.kb)}</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
