import { useMemo } from 'preact/hooks';
import uPlot from 'uplot';
import { count, duration, milliseconds } from '../../lib/format.ts';
import { Plot } from '../../ui/Plot.tsx';
import { axis, clockAxis, latestMinutes, line, overTime } from '../../ui/plotParts.ts';
import { Scroll } from '../../ui/Scroll.tsx';
import { Failure, Skeleton } from '../../ui/states.tsx';
import { requestRates, requestsFailure, type SlowRequest, slowestRequests, useRequests } from './requests.ts';

const perSecond = (value: number): string => count(Math.round(value * 10) / 10);

function options(): Omit<uPlot.Options, 'width' | 'height'> {
  return {
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { range: latestMinutes }, y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.15)] } },
    axes: [clockAxis(), axis(perSecond, 'y', 56)],
    series: [
      {
        label: 'Time',
        value: (_plot, time) => (time ? new Date(time * 1000).toLocaleTimeString('en-GB') : '–'),
      },
      {
        ...line({ label: 'Requests a second', colour: 'hits', fill: 'memory-fill', format: perSecond }),
        paths: uPlot.paths.stepped?.({ align: 1 }),
      },
    ],
  };
}

/** Requests a second since the page was opened. */
export function Requests() {
  useRequests();
  const rates = requestRates.value;
  const data = useMemo(
    () =>
      overTime(
        rates.map(({ time }) => time),
        [rates.map(({ perSecond: rate }) => rate)],
      ),
    [rates],
  );
  const now = rates.at(-1)?.perSecond ?? 0;
  return (
    <section aria-label="Requests">
      <h3>
        Requests a second <span class="number muted">{perSecond(now)}</span>
      </h3>
      <Plot
        label={`Requests a second over time; now ${perSecond(now)}`}
        options={options}
        data={data}
        height={140}
      />
      <p class="card-note">The console's own requests are included.</p>
    </section>
  );
}

/** The slowest requests since the server was started. */
export function Slowest() {
  return (
    <section aria-label="Slowest requests" class="wide">
      <h3>Slowest requests</h3>
      <SlowestTable />
    </section>
  );
}

function SlowestTable() {
  const slowest = slowestRequests.value;
  if (slowest === null) {
    return requestsFailure.value === null ? (
      <Skeleton lines={5} />
    ) : (
      <Failure error={requestsFailure.value} />
    );
  }
  return (
    <Scroll label="Table of the slowest requests" class="slowest">
      <table class="list-table">
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col">Status</th>
            <th scope="col" class="number">
              Took
            </th>
            <th scope="col" class="number">
              Ago
            </th>
          </tr>
        </thead>
        <tbody>
          {slowest.map((request, at) => (
            <SlowRow key={at} request={request} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function SlowRow({ request }: { readonly request: SlowRequest }) {
  const { method, route, status, took_ms: tookMs, ago_ms: agoMs } = request;
  return (
    <tr>
      <td class="mono">
        {method} {route}
      </td>
      <td>
        <span class={`badge ${status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}`}>{status}</span>
      </td>
      <td class="number">{milliseconds(tookMs)}</td>
      <td class="number muted">{duration(agoMs)}</td>
    </tr>
  );
}
