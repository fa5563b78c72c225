import { type MutableRef, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { count, counted, kilobytes, parseKilobytes, percent } from '../../lib/format.ts';
import { useResource, useSettled, useThrottled } from '../../lib/hooks.ts';
import { attempt } from '../../lib/messages.ts';
import { recall, remember } from '../../lib/storage.ts';
import { Empty, Failure } from '../../ui/states.tsx';
import { kbAt, type LimitScale, STEPS, scaleFor, setLimit, stepOf } from '../limits.ts';
import { chosenNode, graphs, isOfCluster, refresh, totals } from '../live.ts';
import { stageOf } from '../story/show.ts';
import type { Curve, GraphInfo, PolicyName } from '../types.ts';
import { blameWords } from './blame.ts';
import { CurveMenu } from './CurveMenu.tsx';
import { CurvePlot, titleOf } from './CurvePlot.tsx';
import { askCurve, limitsOf, listPolicies, type PolicyRow, scaleOfTrace, type TraceFile } from './curves.ts';
import { PolicyChoice } from './PolicyChoice.tsx';

function changeLimit(text: string | null): Promise<boolean> {
  const done =
    text === null ? 'The limit is the default again' : `The limit is ${text}; the caches start anew`;
  return attempt(() => setLimit(text).then(refresh), done);
}

/** The limit as a slider, below it what the recorded searches would have missed at each limit, and by other policies. */
export function LimitCard() {
  const [file, setFile] = useState<OpenedTrace | null>(null);
  const current = graphs.value?.nodes[0]?.limit_kb ?? null;
  const scale = file?.scale ?? scaleFor(graphsInSight().map(({ kb }) => kb));
  const [moved, setMoved] = useState<number | null>(null);
  const kb = moved ?? Math.min(current ?? scale.mostKb, scale.mostKb);
  const apply = async (text: string | null): Promise<void> => {
    if (await changeLimit(text)) setMoved(null);
  };
  const open = async (trace: TraceFile): Promise<void> => {
    setFile({ trace, scale: await scaleOfTrace(trace) });
    setMoved(null);
  };
  return (
    <section class="card" aria-label="Limit">
      <header>
        <h3>Limit of each node</h3>
        <span class="card-note">now {current === null ? 'no limit' : kilobytes(current)}</span>
      </header>
      <div class="card-body stack">
        {file && <FileNote name={file.trace.name} onClose={() => setFile(null)} />}
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
        <CurveOf
          file={file}
          scale={scale}
          kb={kb}
          current={file ? null : current}
          onMove={setMoved}
          onTrace={(trace) => void attempt(() => open(trace))}
        />
      </div>
    </section>
  );
}

interface OpenedTrace {
  readonly trace: TraceFile;
  readonly scale: LimitScale;
}

/** Of the chosen node, and while the show plays of its index. */
function graphsInSight(): readonly GraphInfo[] {
  return (graphs.value?.graphs ?? []).filter(
    ({ node, index }) =>
      (chosenNode.value === '' || node === chosenNode.value) &&
      (stageOf.value === null || index === stageOf.value),
  );
}

function FileNote({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  return (
    <p class="row file-note">
      <span class="grow">
        The curve is that of <strong class="mono">{name}</strong>, not of this server.
      </span>
      <button type="button" class="small" onClick={onClose}>
        Back to this server
      </button>
    </p>
  );
}

interface CurveOfProps extends ChoiceProps {
  readonly file: OpenedTrace | null;
  readonly current: number | null;
  readonly onTrace: (trace: TraceFile) => void;
}

const NO_POLICIES: readonly PolicyRow[] = [{ name: 'lru', title: 'LRU', doc: '' }];
/** Many policies over a full log are work: not with every search. */
const ASKED_EVERY_MS = 1000;

/** What is said about the chosen limit, the slider, and the curves. */
function CurveOf({ file, scale, kb, current, onMove, onTrace }: CurveOfProps) {
  const rows = useResource(listPolicies, 'all').data ?? NO_POLICIES;
  const [chosen, choose] = useState(() => recall<readonly PolicyName[]>('policies', ['bound']));
  const plot = useRef<uPlot | null>(null);
  const accesses = useThrottled(totals.value.hits + totals.value.misses, ASKED_EVERY_MS);
  const trace = file?.trace ?? null;
  const asked = { policies: chosen, node: chosenNode.value, trace };
  const curve = useResource(
    (signal) => askCurve({ ...asked, limitsKb: limitsOf(scale) }, signal),
    `${trace?.name} ${chosenNode.value} ${scale.leastKb} ${scale.mostKb} ${chosen.join()}`,
    { version: accesses },
  );
  const settled = useSettled(kb, 120);
  const point = useResource(
    (signal) => askCurve({ ...asked, limitsKb: [settled] }, signal),
    `${trace?.name} ${settled} ${chosenNode.value} ${chosen.join()}`,
    { version: accesses },
  );
  return (
    <>
      <Prediction kb={settled} point={point.data} error={point.error} isOwn={file === null} rows={rows} />
      <Slider scale={scale} kb={kb} onMove={onMove} />
      <CurveView
        curve={curve.data}
        error={curve.error}
        kb={kb}
        current={current}
        scale={scale}
        plot={plot}
        policies={rows}
      />
      <PolicyChoice
        rows={rows}
        chosen={chosen}
        onChoose={(names) => {
          choose(names);
          remember('policies', names);
        }}
      />
      <CurveMenu curve={curve.data} plot={plot} onTrace={onTrace} />
    </>
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
  readonly point: Curve | null;
  readonly error: unknown;
  readonly isOwn: boolean;
  readonly rows: readonly PolicyRow[];
}

/** What the limit would do, in words. */
function Prediction({ kb, point, error, isOwn, rows }: PredictionProps) {
  const blame = point && blameWords(point, (name) => titleOf(name, rows));
  return (
    <div class="prediction" role="status">
      {isOwn && <p>{roomWords(kb)}</p>}
      {point && point.accesses > 0 && <p>{effectWords(point, kb)}</p>}
      {blame && <p>{blame}</p>}
      {error !== null && <Failure error={error} />}
    </div>
  );
}

function roomWords(kb: number): string {
  const own = graphsInSight();
  const nodes = (graphs.value?.nodes ?? []).map(({ id, name }) => {
    const all = own.filter(({ node }) => node === id).reduce((sum, graph) => sum + graph.kb, 0);
    return { name, all };
  });
  const over = nodes.filter(({ all }) => all > kb);
  if (over.length === 0) return `${kilobytes(kb)} holds the graphs of every node.`;
  const words = over.map(({ name, all }) => `${name} has ${kilobytes(all)} of graphs`);
  return `${kilobytes(kb)} is too little: ${words.join(', ')}.`;
}

function effectWords({ points, measured, accesses }: Curve, kb: number): string {
  const [{ hits, misses, evictions, miss_ratio: ratio }] = points;
  const compared = measured === undefined ? '' : `: ${comparedWords(misses - measured.misses)}`;
  return `Of ${counted(accesses, 'recorded access', 'recorded accesses')}, ${kilobytes(kb)} would hit ${count(hits)} and miss ${count(misses)} (${percent(ratio)})${compared}, with ${counted(evictions, 'eviction')}.`;
}

function comparedWords(change: number): string {
  if (change === 0) return 'as many misses as there were';
  return `${count(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than there were`;
}

interface CurveProps extends Omit<ChoiceProps, 'onMove'> {
  readonly curve: Curve | null;
  readonly error: unknown;
  readonly current: number | null;
  readonly plot: MutableRef<uPlot | null>;
  readonly policies: readonly PolicyRow[];
}

function CurveView({ curve, error, ...shown }: CurveProps) {
  if (error !== null) return <Failure error={error} />;
  if (curve === null) return <div class="plot-place" />;
  if (curve.accesses === 0) {
    return (
      <Empty
        title={
          isOfCluster.value
            ? 'No search for neighbours has passed through this server yet'
            : 'No searches since the caches were emptied'
        }
      >
        <p>Search from here or from your program: the curve of misses by limit appears here.</p>
      </Empty>
    );
  }
  return (
    <>
      {curve.complete === false && (
        <p class="card-note">Older accesses have left the log; the replay begins without them.</p>
      )}
      <CurvePlot curve={curve} {...shown} />
    </>
  );
}
