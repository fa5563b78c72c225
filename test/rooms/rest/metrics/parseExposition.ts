/** A reader of Prometheus' text format 0.0.4 that takes nothing the format does not say. */

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly ParsedSample[];
}

export interface ParsedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/;
const TYPES = ['counter', 'gauge', 'histogram'];

/** Throws an Error with the line that is wrong. */
export function parseExposition(text: string): readonly Family[] {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families: { name: string; help: string; type: string; samples: ParsedSample[] }[] = [];
  const seen = new Set<string>();
  const lines = text.slice(0, -1).split('\n');
  for (let i = 0; i < lines.length; i++) {
    const help = /^# HELP (\S+) (\S.*)$/.exec(lines[i]);
    if (help) {
      const type = /^# TYPE (\S+) (\S+)$/.exec(lines[++i] ?? '');
      const name = help[1];
      if (!type || type[1] !== name || !TYPES.includes(type[2]))
        throw new Error(`no type behind: ${lines[i - 1]}`);
      if (!NAME.test(name) || families.some((family) => family.name === name))
        throw new Error(`name: ${name}`);
      families.push({ name, help: help[2], type: type[2], samples: [] });
      continue;
    }
    const family = families.at(-1);
    if (!family) throw new Error(`before every family: ${lines[i]}`);
    const key = lines[i].slice(0, lines[i].lastIndexOf(' '));
    if (seen.has(key)) throw new Error(`twice: ${lines[i]}`);
    seen.add(key);
    family.samples.push(sample(lines[i], family));
  }
  return families;
}

function sample(line: string, family: { readonly name: string; readonly type: string }): ParsedSample {
  const parts = /^([^\s{]+)(?:\{(.*)\})? (\S+)$/.exec(line);
  if (!parts) throw new Error(`no sample: ${line}`);
  const [, name, pairs, number] = parts;
  const suffixes = family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
  if (!suffixes.some((suffix) => name === family.name + suffix))
    throw new Error(`of another family: ${line}`);
  if (family.type === 'counter' && !name.endsWith('_total'))
    throw new Error(`a counter without _total: ${line}`);
  if (!/^([+-]?\d+(\.\d+)?(e[+-]?\d+)?|[+-]Inf|NaN)$/.test(number)) throw new Error(`no number: ${line}`);
  return { name, labels: labels(pairs ?? '', line), value: Number(number.replace('Inf', 'Infinity')) };
}

function labels(text: string, line: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (let rest = text; rest !== ''; ) {
    const pair = LABEL.exec(rest);
    if (!pair || pair[1] in found) throw new Error(`labels: ${line}`);
    found[pair[1]] = pair[2].replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
    rest = rest.slice(pair[0].length);
  }
  return found;
}
