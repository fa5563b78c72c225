import { useEffect } from 'preact/hooks';
import { counted, kilobytes } from '../../lib/format.ts';
import { chosenNodes, isOfCluster, recentPressure } from '../live.ts';
import { StateLegend } from '../StateLegend.tsx';
import type { CacheNode } from '../types.ts';
import { type LiveGraph, liveGraphs } from './graphStates.ts';
import { ShowBar, ShowWords } from './ShowBar.tsx';
import { stageOf, stopShow } from './show.ts';
import { Ticker } from './Ticker.tsx';
import { type VerdictKind, verdictOf, weightsOf } from './verdict.ts';

const BADGES: Readonly<Record<VerdictKind, readonly [tone: string, words: string]>> = {
  empty: ['', 'no graphs'],
  fits: ['good', 'fits'],
  tooSmall: ['warn', 'does not fit'],
  evicting: ['warn', 'evicting'],
  thrashing: ['bad', 'thrashing'],
};

/** The story in one picture: the limit, what each graph weighs against it, and what comes of that. */
export function StoryCard() {
  // Whoever leaves the view leaves the show.
  useEffect(() => stopShow, []);
  const nodes = chosenNodes.value;
  const stage = stageOf.value;
  const all = liveGraphs.value.filter(({ index }) => stage === null || index === stage);
  const verdict = verdictOf(weightsOf(nodes, all), recentPressure.value);
  const [tone, words] = BADGES[verdict.kind];
  return (
    <section class="card story" aria-label="Room for graphs">
      <header>
        <h3>Room for graphs</h3>
        <span class={`badge verdict ${tone}`}>{words}</span>
        {isOfCluster.value ? <span class="card-note">of the cluster behind this server</span> : <ShowBar />}
      </header>
      <ShowWords />
      <div class="card-body stack">
        <p class="verdict-words" role="status">
          {verdict.sentence}
        </p>
        {nodes.map((node) => (
          <Room key={node.id} node={node} graphs={all.filter((graph) => graph.node === node.id)} />
        ))}
        <StateLegend>
          <li>
            <span class="limit-swatch" aria-hidden="true" /> the limit
          </li>
        </StateLegend>
        {isOfCluster.value ? <ClusterNote /> : <Ticker />}
      </div>
    </section>
  );
}

/** A limit far above what there is would press the bars flat: then it lies outside of the picture. */
const FAR = 3;

interface RoomProps {
  readonly node: CacheNode;
  readonly graphs: readonly LiveGraph[];
}

function weight(graphs: readonly LiveGraph[]): number {
  return graphs.reduce((sum, { kb }) => sum + kb, 0);
}

/** One node: what is in memory and what there is, on one scale with the limit. */
function Room({ node: { name, limit_kb: limitKb }, graphs }: RoomProps) {
  const allKb = weight(graphs);
  const inMemory = graphs.filter(({ state }) => state === 'in_memory');
  const isNear = limitKb !== null && limitKb <= allKb * FAR;
  const scaleKb = Math.max(1, allKb, isNear ? limitKb : 0) * (isNear ? 1.02 : 1);
  const limitWords = limitKb === null ? 'no limit' : `limit ${kilobytes(limitKb)}`;
  const isOver = limitKb !== null && allKb > limitKb;
  const label = `${name}: ${kilobytes(weight(inMemory))} of ${kilobytes(allKb)} in ${counted(graphs.length, 'graph')} are in memory, ${limitWords}`;
  return (
    <div class="room">
      <div class="room-head">
        <strong>{name}</strong>
        <span class={`number ${isOver ? 'over' : ''}`}>
          {kilobytes(allKb)} of graphs, {limitWords}
        </span>
      </div>
      <div class="room-bars" role="img" aria-label={label}>
        <Bar title="in memory" graphs={inMemory} scaleKb={scaleKb} />
        <Bar title="all" graphs={graphs} scaleKb={scaleKb} />
        {isNear && (
          <div class="limit-lane" aria-hidden="true">
            <span class="limit-line" style={{ left: `${(100 * limitKb) / scaleKb}%` }} />
            {isOver && (
              <span
                class="limit-over"
                style={{ left: `${(100 * limitKb) / scaleKb}%`, right: `${100 - (100 * allKb) / scaleKb}%` }}
              />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

interface BarProps {
  readonly title: string;
  readonly graphs: readonly LiveGraph[];
  readonly scaleKb: number;
}

function Bar({ title, graphs, scaleKb }: BarProps) {
  return (
    <div class="room-bar">
      <span class="card-note">{title}</span>
      <div class="room-track">
        {graphs.map(({ key, index, shard, kb, state, change }) => (
          <span
            key={key}
            class={`graph ${state}`}
            title={`${index}, shard ${shard}: ${kilobytes(kb)}`}
            style={{ width: `${(100 * kb) / scaleKb}%` }}
          >
            {change && <i key={change.seq} class={`flash ${change.type}`} />}
          </span>
        ))}
      </div>
    </div>
  );
}

/** What a real cluster tells, and what it does not. */
function ClusterNote() {
  return (
    <p class="card-note">
      Figures are the cluster's statistics. Weights are computed from its segments, and the curve from the
      searches that pass through this server: a cluster records neither.
    </p>
  );
}
