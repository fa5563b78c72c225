import { copyCommand } from './copyIndices.ts';

/** `rockpool push`: indices to a real cluster, or to another Rockpool. */
export const push = copyCommand('to', [
  {
    run: 'rockpool push movies --to https://search.example:9200 --to-user admin:secret',
    doc: 'mapping, settings, aliases and documents, then both sides are compared; run it again after an interruption',
  },
  {
    run: 'rockpool push movies --to https://search.example:9200 --check',
    doc: 'only compare; names the documents that differ',
  },
]);
