import {
  aggregateFunctions,
  type Examples,
  relevanceFunctions,
  scalarFamilies,
  windowFunctions,
} from '../functions/index.ts';
import { signatureLines } from './signatures.ts';

/** The function tables in readable form: for docs/sql.md and for autocompletion. */

export interface ReferenceEntry {
  /** In lower case; the usual one first. */
  readonly names: readonly string[];
  readonly signatures: readonly string[];
  readonly doc: string;
  readonly examples: Examples;
  readonly isOperator?: boolean;
}

export interface ReferenceSection {
  readonly title: string;
  readonly kind: 'scalar' | 'aggregate' | 'window' | 'relevance';
  readonly entries: readonly ReferenceEntry[];
}

export function referenceSections(): readonly ReferenceSection[] {
  return [
    ...scalarFamilies.map(({ title, functions }) => ({
      title,
      kind: 'scalar' as const,
      entries: functions.map((fn) => ({ ...fn, signatures: signatureLines(fn, fn.signatures) })),
    })),
    {
      title: 'Aggregates',
      kind: 'aggregate',
      entries: aggregateFunctions.map((fn) => ({ ...fn, signatures: aggregateForms(fn) })),
    },
    {
      title: 'Windows',
      kind: 'window',
      entries: windowFunctions.map((fn) => ({ ...fn, signatures: [windowForm(fn)] })),
    },
    {
      title: 'Full-text search',
      kind: 'relevance',
      entries: relevanceFunctions.map((fn) => ({ ...fn, signatures: [relevanceForm(fn)] })),
    },
  ];
}

function aggregateForms({ names, signatures }: (typeof aggregateFunctions)[number]): readonly string[] {
  const overloads = signatures.map(([argument, returns]) => ({ args: [argument], returns, variadic: false }));
  return signatureLines({ names }, overloads);
}

function windowForm({ names: [name], type, written = '' }: (typeof windowFunctions)[number]): string {
  const form = `${name.toUpperCase()}(${written}) OVER ([PARTITION BY …] ORDER BY …)`;
  return `${form} → ${type === 'argument' ? 'the type of the value' : type}`;
}

function relevanceForm({ names, target, options }: (typeof relevanceFunctions)[number]): string {
  const before = { field: ['field'], fields: ["['field' ^ boost, …]"], none: [] }[target];
  const written = options.map((name) => `${name}=…`).join(', ');
  return `${names[0].toUpperCase()}(${[...before, 'text'].join(', ')}) → boolean; options: ${written}`;
}
