import { useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { colour } from '../lib/theme.ts';
import { Plot } from '../ui/Plot.tsx';
import { type Projection, project } from './pca.ts';
import type { Question, VectorDocument } from './vectors.ts';

interface Point {
  readonly document: VectorDocument;
  readonly x: number;
  readonly y: number;
}

interface ScatterProps {
  readonly documents: readonly VectorDocument[];
  readonly projection: Projection;
  readonly question: Question | null;
  readonly onPick: (document: VectorDocument) => void;
}

/** How near the pointer must be, in pixels. */
const REACH = 14;

/** Series of uPlot: its x must ascend, so all points are in one order, and each series has those that are its own. */
function layOut({ documents, projection, question }: ScatterProps): {
  readonly points: readonly Point[];
  readonly data: uPlot.AlignedData;
} {
  const near = new Set(question?.neighbours.map(({ id }) => id));
  const queried = question?.query.id;
  const all = new Map(documents.map((document) => [document.id, document]));
  for (const document of question ? [question.query, ...question.neighbours] : [])
    all.set(document.id, document);
  const points = [...all.values()]
    .map((document) => {
      const [x, y] = project(projection, document.vector);
      return { document, x, y };
    })
    .sort((a, b) => a.x - b.x);
  const series = (isOwn: (id: string) => boolean): (number | null)[] =>
    points.map(({ document, y }) => (isOwn(document.id) ? y : null));
  const rest = series((id) => !near.has(id) && id !== queried);
  const data = [points.map(({ x }) => x), rest, series((id) => near.has(id)), series((id) => id === queried)];
  return { points, data: data as uPlot.AlignedData };
}

export function Scatter(props: ScatterProps) {
  const { question, onPick } = props;
  const { points, data } = useMemo(() => layOut(props), [props.documents, props.projection, question]);
  const [pointed, setPointed] = useState<VectorDocument | null>(null);
  const plot = useRef<uPlot | null>(null);
  const under = (event: MouseEvent): VectorDocument | null =>
    plot.current ? (nearestPoint(plot.current, points, event)?.document ?? null) : null;
  const label = question
    ? `Vectors in two dimensions; ${question.query.label} and its ${question.neighbours.length} neighbours stand out`
    : 'Vectors in two dimensions';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the picture is for the pointer; ids and the list serve the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      class="scatter"
      onMouseMove={(event) => setPointed(under(event))}
      onMouseLeave={() => setPointed(null)}
      onClick={(event) => {
        const document = under(event);
        if (document) onPick(document);
      }}
    >
      <Plot
        label={label}
        options={options}
        data={data}
        height={360}
        onPlot={(made) => {
          plot.current = made;
        }}
      />
      <p class="scatter-caption">
        {pointed ? (
          <>
            <strong>{pointed.label}</strong> <span class="muted">#{pointed.id}</span>
          </>
        ) : (
          <Legend isAsked={question !== null} />
        )}
      </p>
    </div>
  );
}

function Legend({ isAsked }: { readonly isAsked: boolean }) {
  if (!isAsked) return <span class="muted">Point at a vector to see which it is.</span>;
  return (
    <>
      <span class="dot evictions" aria-hidden="true" /> the query{' '}
      <span class="dot hits neighbour" aria-hidden="true" /> its neighbours
    </>
  );
}

function dots(label: string, name: string, size: number): uPlot.Series {
  const fill = colour(name);
  return { label, paths: () => null, points: { show: true, size, fill, stroke: fill, width: 0 } };
}

function options(): Omit<uPlot.Options, 'width' | 'height'> {
  return {
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: padded }, y: { range: padded } },
    axes: [{ show: false }, { show: false }],
    series: [{}, dots('all', 'point', 5), dots('neighbours', 'hits', 9), dots('query', 'evictions', 12)],
  };
}

function padded(_plot: uPlot, min: number, max: number): [number, number] {
  const pad = (max - min || 1) * 0.05;
  return [min - pad, max + pad];
}

function nearestPoint(plot: uPlot, points: readonly Point[], event: MouseEvent): Point | null {
  const { left, top } = plot.over.getBoundingClientRect();
  const [x, y] = [event.clientX - left, event.clientY - top];
  let best: Point | null = null;
  let reach = REACH ** 2;
  for (const point of points) {
    const distance = (plot.valToPos(point.x, 'x') - x) ** 2 + (plot.valToPos(point.y, 'y') - y) ** 2;
    if (distance < reach) {
      reach = distance;
      best = point;
    }
  }
  return best;
}
