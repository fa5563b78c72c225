import { useState } from 'preact/hooks';
import { call } from '../lib/api.ts';
import { count, counted, kilobytes, parseKilobytes, percent } from '../lib/format.ts';
import { useResource, useSettled } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { Empty, Failure } from '../ui/states.tsx';
import { CurvePlot } from './CurvePlot.tsx';
import { kbAt, type LimitScale, limitsAlong, STEPS, scaleFor, setLimit, stepOf } from './limits.ts';
import { chosenNode, graphs, refresh, totals } from './live.ts';
import { stageOf } from './story/show.ts';
import type { Curve } from './types.ts';

const POINTS = 48;

function curvePath(limitsKb: readonly number[], node: string): string {
  const limits = limitsKb.map((kb) => `${kb}kb`).join(',');
  return `/_rockpool/knn/curve?limits=${limits}${node === '' ? '' : `&node=${node}`}`;
}

function changeLimit(text: string | null): Promise<boolean> {
  const done =
    text === null ? 'The limit is the default again' : `The limit is ${text}; the caches start anew`;
  return attempt(() => setLimit(text).then(refresh), done);
}

/** The limit as a slider, below it what the recorded searches would have missed at each limit. */
export function LimitCard() {
  const known = graphs.value;
  const nodes = known?.nodes ?? [];
  const shown = (known?.graphs ?? []).filter(
    ({ node, index }) =>
      (chosenNode.value === '' || node === chosenNode.value) &&
      (stageOf.value === null || index === stageOf.value),
  );
  const scale = scaleFor(shown.map(({ kb }) => kb));
  const current = nodes[0]?.limit_kb ?? null;
  const [moved, setMoved] = useState<number | null>(null);
  const kb = moved ?? Math.min(current ?? scale.mostKb, scale.mostKb);
  const { hits, misses } = totals.value;
  const accesses = hits + misses;
  const curve = useResource(
    (signal) =>
      call<Curve>('GET', curvePath(limitsAlong(scale, POINTS), chosenNode.value), undefined, { signal }),
    `${chosenNode.value} ${scale.leastKb} ${scale.mostKb}`,
    { version: accesses },
  );
  const apply = async (text: string | null): Promise<void> => {
    if (await changeLimit(text)) setMoved(null);
  };
  return (
    <section class="card" aria-label="Limit">
      <header>
        <h3>Limit of each node</h3>
        <span class="card-note">now {current === null ? 'no limit' : kilobytes(current)}</span>
      </header>
      <div class="card-body stack">
        <div class="row">
          <SizeField kb={kb} onMove={setMoved} />
          <button
            type="button"
            class="primary"
            disabled={moved === null || kb === current}
            onClick={() => void apply(`${kb}kb`)}
          >
            Set to {kilobytes(kb)}
          </button>
          <button type="button" onClick={() => void apply(null)}>
            Back to the default
          </button>
        </div>
        <Prediction kb={kb} accesses={accesses} />
        <Slider scale={scale} kb={kb} onMove={setMoved} />
        <CurveView curve={curve.data} error={curve.error} kb={kb} current={current} scale={scale} />
      </div>
    </section>
  );
}

interface ChoiceProps {
  readonly scale: LimitScale;
  readonly kb: number;
  readonly onMove: (kb: number) => void;
}

/** Stands above the curve, as wide as its scale. */
function Slider({ scale, kb, onMove }: ChoiceProps) {
  return (
    <input
      class="slider"
      type="range"
      min={0}
      max={STEPS}
      step={1}
      value={stepOf(kb, scale)}
      aria-label="Limit"
      aria-valuetext={kilobytes(kb)}
      onInput={(event) => onMove(kbAt(Number(event.currentTarget.value), scale))}
    />
  );
}

function SizeField({ kb, onMove }: Pick<ChoiceProps, 'kb' | 'onMove'>) {
  // The card is drawn anew with every figure that comes: what is half typed must stay.
  const [typed, setTyped] = useState<string | null>(null);
  const onText = (text: string): void => {
    setTyped(null);
    const given = parseKilobytes(text);
    if (given !== null && given >= 1) onMove(given);
  };
  return (
    <input
      class="number mono size"
      aria-label="Limit as a size, such as 20mb"
      value={typed ?? `${kb}kb`}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

interface PredictionProps {
  readonly kb: number;
  readonly accesses: number;
}

/** What the limit would do, in words. */
function Prediction({ kb, accesses }: PredictionProps) {
  const settled = useSettled(kb, 120);
  const point = useResource(
    (signal) => call<Curve>('GET', curvePath([settled], chosenNode.value), undefined, { signal }),
    `${settled} ${chosenNode.value}`,
    { version: accesses },
  );
  return (
    <div class="prediction" role="status">
      <p>{roomWords(settled)}</p>
      {point.data && point.data.accesses > 0 && <p>{effectWords(point.data, settled)}</p>}
      {point.error !== null && <Failure error={point.error} />}
    </div>
  );
}

function roomWords(kb: number): string {
  const known = graphs.value;
  const nodes = (known?.nodes ?? []).map(({ id, name }) => {
    const own = (known?.graphs ?? []).filter(
      ({ node, index }) => node === id && (stageOf.value === null || index === stageOf.value),
    );
    return { name, all: own.reduce((sum, graph) => sum + graph.kb, 0) };
  });
  const over = nodes.filter(({ all }) => all > kb);
  if (over.length === 0) return `${kilobytes(kb)} holds the graphs of every node.`;
  const words = over.map(({ name, all }) => `${name} has ${kilobytes(all)} of graphs`);
  return `${kilobytes(kb)} is too little: ${words.join(', ')}.`;
}

function effectWords({ points, measured, accesses }: Curve, kb: number): string {
  const [{ hits, misses, evictions, miss_ratio: ratio }] = points;
  const change = misses - measured.misses;
  const compared =
    change === 0
      ? 'as many misses as there were'
      : `${count(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than there were`;
  return `Of ${counted(accesses, 'recorded access', 'recorded accesses')}, ${kilobytes(kb)} would hit ${count(hits)} and miss ${count(misses)} (${percent(ratio)}): ${compared}, with ${counted(evictions, 'eviction')}.`;
}

interface CurveProps {
  readonly curve: Curve | null;
  readonly error: unknown;
  readonly kb: number;
  readonly current: number | null;
  readonly scale: LimitScale;
}

function CurveView({ curve, error, kb, current, scale }: CurveProps) {
  if (error !== null) return <Failure error={error} />;
  if (curve === null) return <div class="plot-place" />;
  if (curve.accesses === 0) {
    return (
      <Empty title="Nothing was searched since the caches started anew">
        <p>Search, from here or from your program: the curve of misses by limit grows in this place.</p>
      </Empty>
    );
  }
  return (
    <>
      {!curve.complete && (
        <p class="card-note">Older accesses have left the log; the replay begins without them.</p>
      )}
      <CurvePlot points={curve.points} kb={kb} current={current} scale={scale} />
    </>
  );
}
