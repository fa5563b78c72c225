import type { Metric, MetricSource, Sample } from './metric.ts';

/** The media type of the text format that scrapers expect. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Metrics in Prometheus' text exposition format 0.0.4. */
export function exposition(metrics: readonly Metric[], source: MetricSource): string {
  return metrics.map((metric) => family(metric, source)).join('');
}

function family({ name, type, help, read }: Metric, source: MetricSource): string {
  const lines = [
    `# HELP ${name} ${help.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}`,
    `# TYPE ${name} ${type}`,
  ];
  for (const sample of read(source)) lines.push(line(name, sample));
  return `${lines.join('\n')}\n`;
}

function line(name: string, { labels = {}, value, suffix }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  const braces = pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
  return `${name}${suffix ?? ''}${braces} ${number(value)}`;
}

function escaped(text: string): string {
  return text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}

function number(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}
