/** Line charts as SVG text: nothing to load, nothing to run. */

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Predictions: dashed, without marks. */
  readonly dashed?: boolean;
}

export interface Chart {
  readonly title: string;
  /** With the unit: `latency (ms)`. */
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  readonly logX?: boolean;
  readonly logY?: boolean;
}

const WIDTH = 640;
const HEIGHT = 340;
const MARGIN = { top: 14, right: 20, bottom: 48, left: 66 };
/** Colours of the page's style. */
const COLOURS = 6;

interface Axis {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

function axis(values: readonly number[], log: boolean, from: number, to: number): Axis {
  const finite = values.filter((value) => Number.isFinite(value) && (!log || value > 0));
  const least = Math.min(...finite);
  const most = Math.max(...finite);
  const ticks = log ? decades(least, most) : steps(least > most / 2 ? least : Math.min(0, least), most);
  // The axis ends where its outer marks are, or a little beyond.
  const scale = log ? Math.log10 : (value: number): number => value;
  const low = scale(Math.min(least, ticks[0]));
  const span = scale(Math.max(most, ticks[ticks.length - 1])) - low || 1;
  const at = (value: number): number => from + ((scale(value) - low) / span) * (to - from);
  return { at, ticks };
}

/** 1, 2, 5, 10 …: from the one below the least to the one above the most. */
function decades(low: number, high: number): number[] {
  const marks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const digit of [1, 2, 5]) marks.push(digit * 10 ** power);
  }
  const first = marks.findLastIndex((mark) => mark <= low * 1.001);
  const last = marks.findIndex((mark) => mark >= high * 0.999);
  return marks.slice(Math.max(0, first), last + 1);
}

function steps(low: number, high: number): number[] {
  const rough = (high - low || Math.abs(high) * 0.1 || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((size) => size >= rough * 0.999) ?? rough;
  const first = Math.floor(low / step + 0.001);
  const last = Math.ceil(high / step - 0.001);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

export function printNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

/** The chart with its title and legend. */
export function chartFigure(chart: Chart): string {
  const points = chart.series.flatMap((series) => series.points);
  const [left, right] = [MARGIN.left, WIDTH - MARGIN.right];
  const [bottom, top] = [HEIGHT - MARGIN.bottom, MARGIN.top];
  const x = axis(
    points.map((p) => p[0]),
    chart.logX ?? false,
    left,
    right,
  );
  const y = axis(
    points.map((p) => p[1]),
    chart.logY ?? false,
    bottom,
    top,
  );
  const parts = [
    ...y.ticks.map((tick) => {
      const at = round(y.at(tick));
      return rule(left, at, right, at) + text(left - 8, at + 4, printNumber(tick), 'end');
    }),
    ...x.ticks.map((tick) => {
      const at = round(x.at(tick));
      return rule(at, bottom, at, top) + text(at, bottom + 18, printNumber(tick), 'middle');
    }),
    text((left + right) / 2, HEIGHT - 8, chart.xLabel, 'middle', 'axis'),
    `<g transform="rotate(-90)">${text(-(bottom + top) / 2, 15, chart.yLabel, 'middle', 'axis')}</g>`,
    ...chart.series.map((series, i) => seriesSvg(series, `s${i % COLOURS}`, x, y)),
  ];
  const title = escapeHtml(chart.title);
  const svg = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${parts.join('')}</svg>`;
  const caption = `<figcaption><b>${title}</b><span class="legend">${legend(chart)}</span></figcaption>`;
  return `<figure>${caption}${svg}</figure>`;
}

function legend({ series }: Chart): string {
  const entries = series.map(({ name, dashed }, i) => {
    const colour = `s${i % COLOURS}`;
    const line = `<line x1="0" x2="22" y1="5" y2="5" class="line ${colour}${dashed ? ' dashed' : ''}"/>`;
    const mark = dashed ? '' : `<circle cx="11" cy="5" r="3" class="${colour}"/>`;
    return `<span><svg viewBox="0 0 22 10" aria-hidden="true">${line}${mark}</svg>${escapeHtml(name)}</span>`;
  });
  return entries.join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function rule(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" class="grid"/>`;
}

function text(x: number, y: number, label: string, anchor: 'middle' | 'end', style = ''): string {
  const kind = style === '' ? '' : ` class="${style}"`;
  return `<text x="${x}" y="${y}" text-anchor="${anchor}"${kind}>${escapeHtml(label)}</text>`;
}

/** Each mark tells its numbers when pointed at. */
function seriesSvg(series: Series, colour: string, x: Axis, y: Axis): string {
  const points = series.points.filter((point) => point.every(Number.isFinite));
  const places = points.map(([px, py]) => [round(x.at(px)), round(y.at(py))]);
  const path = places.map((place) => place.join(',')).join(' ');
  const line = `<polyline points="${path}" class="line ${colour}${series.dashed ? ' dashed' : ''}"/>`;
  if (series.dashed) return line;
  const marks = places.map(([cx, cy], i) => {
    const label = `${series.name}: ${points[i].map(printNumber).join(', ')}`;
    return `<circle cx="${cx}" cy="${cy}" r="3.25" class="${colour}"><title>${escapeHtml(label)}</title></circle>`;
  });
  return line + marks.join('');
}
