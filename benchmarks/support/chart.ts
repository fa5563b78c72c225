import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Line charts that a page draws itself, by uPlot; everything they need is in the page. */

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

/** Where a chart will be drawn, with its data. */
export function chartFigure(chart: Chart): string {
  const title = escapeHtml(chart.title);
  const data = escapeHtml(JSON.stringify(chart));
  return `<figure data-chart="${data}"><figcaption><b>${title}</b></figcaption></figure>`;
}

/** Style and code of a page with charts; stands behind them. */
export function chartScripts(): string {
  const file = (path: string): string => readFileSync(createRequire(import.meta.url).resolve(path), 'utf8');
  const draw = readFileSync(new URL('./drawCharts.js', import.meta.url), 'utf8');
  const code = [file('uplot/dist/uPlot.iife.min.js'), draw].map((text) => `<script>${text}</script>`);
  return `<style>${file('uplot/dist/uPlot.min.css')}</style>${code.join('')}`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

export function printNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}
