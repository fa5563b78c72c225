import { useMemo } from 'preact/hooks';
import uPlot from 'uplot';
import { count, milliseconds, percent } from '../lib/format.ts';
import { Plot } from '../ui/Plot.tsx';
import { axis, clockAxis, latestMinutes, line, overTime } from '../ui/plotParts.ts';
import { samples, totals } from './live.ts';
import { Workload } from './Workload.tsx';

const perSecond = (value: number): string => count(value);

function options(): Omit<uPlot.Options, 'width' | 'height'> {
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const series = [
    line({ label: 'Hits', colour: 'hits', format: perSecond }),
    line({ label: 'Misses', colour: 'misses', format: perSecond, dash: [6, 3] }),
    line({ label: 'Evictions', colour: 'evictions', format: perSecond, dash: [2, 3] }),
  ];
  return {
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { range: latestMinutes }, y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.15)] } },
    axes: [clockAxis(), axis(perSecond, 'y', 72)],
    series: [
      {
        label: 'Time',
        value: (_plot, time) => (time ? new Date(time * 1000).toLocaleTimeString('en-GB') : '–'),
      },
      ...series.map((each) => ({ ...each, paths: stepped })),
    ],
  };
}

/** Hits, misses and evictions over time, and a workload to have some. */
export function RatesCard() {
  const shown = samples.value;
  const data = useMemo(
    () =>
      overTime(
        shown.map(({ time }) => time),
        [
          shown.map((sample) => sample.hitsPerSecond),
          shown.map((sample) => sample.missesPerSecond),
          shown.map((sample) => sample.evictionsPerSecond),
        ],
      ),
    [shown],
  );
  const { hits, misses, evictions, loads, loadMs } = totals.value;
  const accesses = hits + misses;
  return (
    <section class="card" aria-label="Hits, misses, evictions">
      <header>
        <h3>Accesses a second</h3>
        <Workload />
      </header>
      <div class="card-body stack">
        <dl class="figures">
          <Figure name="Hits" value={count(hits)} tone="hits" />
          <Figure name="Misses" value={count(misses)} tone="misses" />
          <Figure name="Evictions" value={count(evictions)} tone="evictions" />
          <Figure name="Missed" value={accesses === 0 ? '–' : percent(misses / accesses)} />
          <Figure name="Load time" value={loads === 0 ? '–' : milliseconds(loadMs)} />
        </dl>
        <Plot
          label={`Over time; so far ${hits} hits, ${misses} misses, ${evictions} evictions`}
          options={options}
          data={data}
          height={150}
        />
      </div>
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly tone?: 'hits' | 'misses' | 'evictions';
}

function Figure({ name, value, tone }: FigureProps) {
  return (
    <div>
      <dt>
        {tone && <span class={`dot ${tone}`} aria-hidden="true" />}
        {name}
      </dt>
      <dd class="number">{value}</dd>
    </div>
  );
}
