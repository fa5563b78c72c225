import { copyCommand } from './copyIndices.ts';

/** `rockpool pull`: indices of a real cluster, to look into them here. */
export const pull = copyCommand('from', [
  {
    run: 'rockpool pull "logs-2026-*" --from https://search.example:9200 --from-user admin:secret',
    doc: 'every index that the pattern stands for; what is here already is made the same',
  },
]);
