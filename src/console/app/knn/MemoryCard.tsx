import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import { kilobytes, percent } from '../lib/format.ts';
import { Plot } from '../ui/Plot.tsx';
import { axis, clockAxis, latestMinutes, line, overTime } from '../ui/plotParts.ts';
import { chosenNodes, limitKb, samples, usedKb } from './live.ts';
import type { CacheNode } from './types.ts';

/** KB: powers of two, so that the axis has no 1,000 KB. */
const BINARY_STEPS = Array.from({ length: 40 }, (_, i) => 2 ** i);

function options(): Omit<uPlot.Options, 'width' | 'height'> {
  return {
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { range: latestMinutes }, y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.15)] } },
    axes: [clockAxis(), { ...axis(kilobytes, 'y', 72), incrs: BINARY_STEPS }],
    series: [
      {
        label: 'Time',
        value: (_plot, time) => (time ? new Date(time * 1000).toLocaleTimeString('en-GB') : '–'),
      },
      line({ label: 'In memory', colour: 'hits', fill: 'memory-fill', format: kilobytes }),
      line({ label: 'Limit', colour: 'evictions', dash: [5, 4], format: kilobytes }),
    ],
  };
}

/** A limit far above what is used would press it flat: it is drawn only when it is near. */
const NEAR = 8;

/** Memory of the graphs against the limit. */
export function MemoryCard() {
  const shown = samples.value;
  const data = useMemo(() => {
    const peak = Math.max(1, ...shown.map((sample) => sample.usedKb));
    const limits = shown.map((sample) =>
      sample.limitKb !== null && sample.limitKb <= peak * NEAR ? sample.limitKb : null,
    );
    const used = shown.map((sample) => sample.usedKb);
    return overTime(
      shown.map(({ time }) => time),
      [used, limits],
    );
  }, [shown]);
  const limit = limitKb.value;
  const words = `${kilobytes(usedKb.value)} of ${limit === null ? 'no limit' : kilobytes(limit)}`;
  return (
    <section class="card" aria-label="Memory">
      <header>
        <h3>Memory</h3>
        <p class="figure">
          <strong>{kilobytes(usedKb.value)}</strong> of {limit === null ? 'no limit' : kilobytes(limit)}
        </p>
      </header>
      <div class="card-body stack">
        {chosenNodes.value.map((node) => (
          <Gauge key={node.id} node={node} />
        ))}
        <Plot label={`Memory over time; now ${words}`} options={options} data={data} height={150} />
      </div>
    </section>
  );
}

function Gauge({ node: { name, used_kb, limit_kb, capacity_reached } }: { readonly node: CacheNode }) {
  const share = limit_kb === null || limit_kb === 0 ? 0 : used_kb / limit_kb;
  return (
    <div class="gauge">
      <span>{name}</span>
      <span class="number">
        {capacity_reached && <span class="badge bad">was full</span>}{' '}
        {limit_kb === null
          ? kilobytes(used_kb)
          : `${kilobytes(used_kb)} / ${kilobytes(limit_kb)} · ${percent(share)}`}
      </span>
      <meter
        class={share > 0.9 ? 'high' : undefined}
        min={0}
        max={1}
        value={Math.min(1, share)}
        aria-label={`Memory of ${name}: ${percent(share)} of its limit`}
      />
    </div>
  );
}
