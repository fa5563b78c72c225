import { tool } from './tools.ts';

/** Line charts as SVG, drawn by ECharts without a browser. */

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Predictions and floors: dashed, without marks. */
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

/** What is used of echarts, whose own types are there only where `benchmarks/tools` is installed. */
interface Echarts {
  init(element: null, theme: null, options: object): EchartsPicture;
}

interface EchartsPicture {
  setOption(option: object): void;
  renderToSVGString(): string;
  dispose(): void;
}

const WIDTH = 640;
const HEIGHT = 380;
const COLOURS = ['#0b7285', '#d9480f', '#5f3dc4', '#2b8a3e', '#c2255c', '#495057', '#e67700', '#1864ab'];

/** Null where `benchmarks/tools` is not installed. */
export function drawChart(chart: Chart): string | null {
  const echarts = tool<Echarts>('echarts');
  if (echarts === null) return null;
  const size = { width: WIDTH, height: HEIGHT };
  const picture = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size });
  picture.setOption(optionOf(chart));
  const svg = picture.renderToSVGString();
  picture.dispose();
  return svg;
}

function optionOf({ title, xLabel, yLabel, series, logX = false, logY = false }: Chart): object {
  const formatter = (value: number): string => printNumber(value);
  const axis = (name: string, isLog: boolean, nameGap: number) => ({
    type: isLog ? 'log' : 'value',
    name,
    nameLocation: 'middle',
    nameGap,
    scale: true,
    axisLabel: { formatter },
  });
  // A logarithmic axis otherwise goes on to the next power of ten.
  const xs = series.flatMap(({ points }) => points.map(([x]) => x));
  const logBase = xs.every((x) => Number.isInteger(Math.log2(x))) ? 2 : 10;
  const ends = { min: Math.min(...xs), max: Math.max(...xs), logBase };
  return {
    animation: false,
    backgroundColor: '#fff',
    color: COLOURS,
    title: { text: title, left: 'center', textStyle: { fontSize: 15 } },
    legend: { bottom: 0, itemGap: 20, textStyle: { fontSize: 11 } },
    grid: { left: 64, right: 40, top: 44, bottom: 104 },
    xAxis: { ...axis(xLabel, logX, 28), ...(logX && ends) },
    yAxis: axis(yLabel, logY, 48),
    series: series.map(({ name, points, dashed = false }) => ({
      name,
      type: 'line',
      data: points.toSorted((a, b) => a[0] - b[0]),
      lineStyle: { width: 2, type: dashed ? 'dashed' : 'solid' },
      symbol: dashed ? 'none' : 'circle',
      symbolSize: 6,
    })),
  };
}

export function printNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}
