import type { CommandRow } from './types.ts';

/** Every command of `rockpool`, in the order of its help: what one needs first stands first. */
export const commandTable: readonly CommandRow[] = [
  { name: 'serve', doc: 'start the server', load: async () => (await import('./commands/serve.ts')).serve },
  {
    name: 'exec',
    doc: 'run a command (tests, say) with a server of its own',
    load: async () => (await import('./commands/exec.ts')).exec,
  },
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
    name: 'sql',
    doc: 'SQL: a shell in a terminal, else the statements of a pipe',
    load: async () => (await import('./commands/sql.ts')).sql,
  },
  {
    name: 'ppl',
    doc: 'PPL: the same shell and pipe for pipelines',
    load: async () => (await import('./commands/sql.ts')).ppl,
  },
  {
    name: 'explain',
    doc: 'a statement as the search that it becomes, or as a plan',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'request',
    doc: 'any request, and its answer as it is',
    load: async () => (await import('./commands/request.ts')).request,
  },
  {
    name: 'push',
    doc: 'copy indices to a real cluster, and verify the copy',
    load: async () => (await import('./commands/push.ts')).push,
  },
  {
    name: 'pull',
    doc: 'copy indices of a real cluster here, and verify the copy',
    load: async () => (await import('./commands/pull.ts')).pull,
  },
  {
    name: 'record',
    doc: 'stand in front of a cluster and keep requests with their answers',
    load: async () => (await import('./commands/record.ts')).record,
  },
  {
    name: 'replay',
    doc: 'play a recording against a server, and compare the answers',
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  {
    name: 'knn',
    doc: 'the documents nearest to a vector',
    load: async () => (await import('./commands/knn.ts')).knn,
  },
  {
    name: 'warmup',
    doc: 'bring graphs into memory',
    load: async () => (await import('./commands/warmup.ts')).warmup,
  },
  {
    name: 'stats',
    doc: 'graph memory, hits, misses, evictions; --watch: live',
    load: async () => (await import('./commands/stats.ts')).stats,
  },
  {
    name: 'capacity',
    doc: 'what graphs weigh, and which limit holds them',
    load: async () => (await import('./commands/capacity.ts')).capacity,
  },
  {
    name: 'bench',
    doc: 'how fast a statement or a search is answered',
    load: async () => (await import('./commands/bench.ts')).bench,
  },
  {
    name: 'snapshot',
    doc: 'keep indices under a name, and bring them back',
    load: async () => (await import('./commands/snapshot.ts')).snapshot,
  },
  {
    name: 'reset',
    doc: 'empty the server, or go back to the demo data',
    load: async () => (await import('./commands/reset.ts')).reset,
  },
  {
    name: 'open',
    doc: 'the console in the browser',
    load: async () => (await import('./commands/open.ts')).open,
  },
  {
    name: 'check',
    doc: 'verify every file of a data folder that no server has open',
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    name: 'completion',
    doc: 'completion of commands and options for a shell',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
];
