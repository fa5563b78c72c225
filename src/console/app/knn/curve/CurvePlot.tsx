import type { MutableRef } from 'preact/hooks';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { kilobytes, percent } from '../../lib/format.ts';
import { colour } from '../../lib/theme.ts';
import { Plot } from '../../ui/Plot.tsx';
import { axis, line } from '../../ui/plotParts.ts';
import { type LimitScale, stepOf } from '../limits.ts';
import type { Curve, PolicyName } from '../types.ts';
import { linesOf, type PolicyRow } from './curves.ts';

interface CurveProps {
  readonly curve: Curve;
  readonly policies: readonly PolicyRow[];
  readonly plot: MutableRef<uPlot | null>;
  readonly kb: number;
  readonly current: number | null;
  readonly scale: LimitScale;
}

interface Marks {
  readonly chosen: number;
  /** null: beyond the picture. */
  readonly current: number | null;
}

/** Miss ratio by limit; the chosen limit and the one in force are upright lines. As wide as the slider above. */
export function CurvePlot({ curve, policies, plot, kb, current, scale }: CurveProps) {
  const marks = useRef<Marks>({ chosen: kb, current });
  const { points } = curve;
  const lines = useMemo(() => linesOf(curve), [curve]);
  const names = lines.map(({ policy }) => policy);
  const { leastKb, mostKb } = scale;
  marks.current = { chosen: kb, current: current !== null && current <= mostKb ? current : null };
  const data = useMemo(
    () => [points.map((point) => point.limit_kb), ...lines.map(({ ratios }) => ratios)] as uPlot.AlignedData,
    [lines],
  );
  useEffect(() => plot.current?.redraw(false), [kb, current]);
  const nearest = points.reduce((best, point) =>
    Math.abs(stepOf(point.limit_kb, scale) - stepOf(kb, scale)) <
    Math.abs(stepOf(best.limit_kb, scale) - stepOf(kb, scale))
      ? point
      : best,
  );
  return (
    <Plot
      label={`Share of misses by limit: ${percent(points[0].miss_ratio)} at ${kilobytes(points[0].limit_kb)}, ${percent(nearest.miss_ratio)} near ${kilobytes(kb)}, ${percent(points[points.length - 1].miss_ratio)} at ${kilobytes(mostKb)}`}
      options={() =>
        options(
          () => marks.current,
          scale,
          names.map((name) => [name, titleOf(name, policies)]),
        )
      }
      data={data}
      height={190}
      shape={`${leastKb} ${mostKb} ${names.join()}`}
      onPlot={(made) => {
        plot.current = made;
      }}
    />
  );
}

export function titleOf(name: PolicyName, policies: readonly PolicyRow[]): string {
  return policies.find((row) => row.name === name)?.title ?? name;
}

/** The colours are those of the legend; dashes tell the lines apart without them. */
const DASHES: Readonly<Record<PolicyName, number[]>> = {
  lru: [],
  fifo: [8, 3],
  lfu: [2, 2],
  gdsf: [10, 3, 2, 3],
  s3fifo: [5, 5],
  belady: [12, 4],
  bound: [1, 4],
};

function options(
  marks: () => Marks,
  { leastKb, mostKb }: LimitScale,
  names: readonly (readonly [name: PolicyName, title: string])[],
): Omit<uPlot.Options, 'width' | 'height'> {
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: false, distr: 3, range: () => [leastKb, mostKb] },
      y: { range: () => [0, 1.04] },
    },
    axes: [
      {
        ...axis(null, 'x'),
        splits: () => splitsOf(leastKb, mostKb),
        filter: (_plot, splits) => splits,
        values: (_plot, kbs) => kbs.map(kilobytes),
      },
      {
        ...axis(null, 'y', 48),
        splits: () => [0, 0.25, 0.5, 0.75, 1],
        values: (_plot, all) => all.map(percent),
      },
    ],
    series: [
      { label: 'Limit', value: (_plot, kb) => (kb ? kilobytes(kb) : '–') },
      ...names.map(([name, title]) => ({
        ...line({ label: title, colour: `policy-${name}`, dash: DASHES[name], format: percent }),
        paths: stepped,
        width: name === 'lru' ? 2.5 : 1.5,
      })),
    ],
    hooks: { draw: [(plot) => drawMarks(plot, marks())] },
  };
}

/** Four limits along the scale, by proportion. */
function splitsOf(leastKb: number, mostKb: number): number[] {
  const parts = 4;
  return Array.from({ length: parts + 1 }, (_, i) => leastKb * (mostKb / leastKb) ** (i / parts));
}

function drawMarks(plot: uPlot, { chosen, current }: Marks): void {
  if (current !== null) drawMark(plot, current, colour('muted'), [4, 4]);
  drawMark(plot, chosen, colour('accent'), []);
}

function drawMark({ ctx, bbox, valToPos, scales }: uPlot, kb: number, stroke: string, dash: number[]): void {
  const { min = kb, max = kb } = scales.x;
  const x = Math.round(valToPos(Math.min(max ?? kb, Math.max(min ?? kb, kb)), 'x', true));
  ctx.save();
  ctx.strokeStyle = stroke;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.setLineDash(dash.map((length) => length * devicePixelRatio));
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
