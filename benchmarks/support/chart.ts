/** Line charts as SVG text: nothing to load, nothing to run. */

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Predictions: dashed, without marks. */
  readonly dashed?: boolean;
}

export interface Chart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  readonly logX?: boolean;
  readonly logY?: boolean;
}

const WIDTH = 640;
const HEIGHT = 320;
const MARGIN = { top: 16, right: 16, bottom: 44, left: 64 };
const COLOURS = ['#0b7285', '#e8590c', '#5f3dc4', '#2b8a3e', '#c2255c', '#495057'];

interface Axis {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

function axis(values: readonly number[], log: boolean, from: number, to: number): Axis {
  const finite = values.filter((value) => Number.isFinite(value) && (!log || value > 0));
  const scale = log ? Math.log10 : (value: number): number => value;
  const least = Math.min(...finite);
  const most = Math.max(...finite);
  // Zero is shown unless everything lies far from it.
  const low = log || least > most / 2 ? least : Math.min(0, least);
  const high = most > low ? most : low + Math.max(Math.abs(low) * 0.1, 1e-9);
  const span = scale(high) - scale(low) || 1;
  const at = (value: number): number => from + ((scale(value) - scale(low)) / span) * (to - from);
  return { at, ticks: log ? decades(low, high) : steps(low, high) };
}

function decades(low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const digit of [1, 2, 5]) {
      const tick = digit * 10 ** power;
      if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
    }
  }
  return ticks;
}

function steps(low: number, high: number): number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((size) => size >= rough) ?? rough;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step + 1.0001) }, (_, i) => first + i * step);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

export function printNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

export function chartSvg(chart: Chart): string {
  const points = chart.series.flatMap((series) => series.points);
  const x = axis(
    points.map((p) => p[0]),
    chart.logX ?? false,
    MARGIN.left,
    WIDTH - MARGIN.right,
  );
  const y = axis(
    points.map((p) => p[1]),
    chart.logY ?? false,
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  );
  const parts = [
    ...y.ticks.map((tick) => gridLine(tick, y.at(tick))),
    ...x.ticks.map((tick) => xTick(tick, x.at(tick))),
    text(WIDTH / 2, HEIGHT - 6, chart.xLabel, 'middle'),
    `<g transform="rotate(-90)">${text(-(HEIGHT - MARGIN.bottom) / 2, 14, chart.yLabel, 'middle')}</g>`,
    ...chart.series.map((series, i) => seriesSvg(series, COLOURS[i % COLOURS.length], x, y)),
  ];
  const legend = chart.series.map((series, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const mark = series.dashed ? '┅' : '●';
    return `<span style="color:${colour}">${mark}</span> ${escapeHtml(series.name)}`;
  });
  const svg = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">${parts.join('')}</svg>`;
  const caption = `<figcaption><b>${escapeHtml(chart.title)}</b><br>${legend.join(' &nbsp; ')}</figcaption>`;
  return `<figure>${caption}${svg}</figure>`;
}

function gridLine(tick: number, y: number): string {
  const line = `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y}" y2="${y}" class="grid"/>`;
  return line + text(MARGIN.left - 6, y + 4, printNumber(tick), 'end');
}

function xTick(tick: number, x: number): string {
  return text(x, HEIGHT - MARGIN.bottom + 18, printNumber(tick), 'middle');
}

function text(x: number, y: number, label: string, anchor: 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeHtml(label)}</text>`;
}

function seriesSvg(series: Series, colour: string, x: Axis, y: Axis): string {
  const places = series.points
    .filter((point) => point.every(Number.isFinite))
    .map(([px, py]) => [x.at(px), y.at(py)].map((n) => n.toFixed(1)));
  const path = places.map((place) => place.join(',')).join(' ');
  const dash = series.dashed ? ' stroke-dasharray="6 5"' : '';
  const line = `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`;
  if (series.dashed) return line;
  const dots = places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`);
  return line + dots.join('');
}
