import type { CommandRow } from './types.ts';

/** Every command of `rockpool`, in the order of its help: what one needs first stands first. */
export const commandTable: readonly CommandRow[] = [
  { name: 'serve', doc: 'start the server', load: async () => (await import('./commands/serve.ts')).serve },
  {
    name: 'load',
    doc: 'documents of files → an index (NDJSON, JSON, CSV)',
    load: async () => (await import('./commands/load.ts')).load,
  },
  {
    name: 'dump',
    doc: 'an index → documents in a file',
    load: async () => (await import('./commands/dump.ts')).dump,
  },
  {
    name: 'explain',
    doc: 'a statement as the search that it becomes, or as a plan',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'check',
    doc: 'verify every file of a data folder that no server has open',
    load: async () => (await import('./commands/check.ts')).check,
  },
];
