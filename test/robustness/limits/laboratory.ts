import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Directory, FsDirectory } from '../../../src/directory/index.ts';
import { openPoolOver } from '../../support/pool.ts';
import { ask, attempt, type LimitCase, many } from './limitCase.ts';

const VECTORS = {
  settings: { 'index.knn': true },
  mappings: { properties: { v: { type: 'knn_vector', dimension: 2 } } },
};

export const laboratory = {
  cacheEvents: {
    set: 4,
    ownNode: true,
    index: VECTORS,
    docs: many(3, (i) => ({ v: [i, 1] })),
    async use(count, place) {
      const knn = ['POST /{index}/_search', { query: { knn: { v: { vector: [1, 2], k: 1 } } } }] as const;
      let kept = { first: 1, next: 0 };
      while (kept.next <= count) {
        await ask(place, knn);
        kept = JSON.parse((await ask(place, ['GET /_rockpool/knn/events'])).text) as typeof kept;
      }
      return kept.first > 1 ? { status: 0, text: 'the oldest went' } : { status: 200, text: '' };
    },
    status: 0,
    words: 'the oldest went',
  },
  eventStreams: {
    set: 2,
    async use(count, { node }) {
      const controller = new AbortController();
      const opened = many(count, () =>
        fetch(`${node.url}/_rockpool/knn/events/stream`, { signal: controller.signal }),
      );
      const last = (await Promise.all(opened)).find(({ status }) => status !== 200);
      const reply = last ? { status: last.status, text: await last.text() } : { status: 200, text: '' };
      controller.abort();
      return reply;
    },
    status: 429,
    words: 'there are 2 event streams open already',
  },
  curvePoints: {
    set: 3,
    use: (count) => [[`GET /_rockpool/knn/curve?limits=${many(count, (i) => `${i + 1}mb`).join()}`]],
    words: '[limits] must be at most 3',
  },
  traceAccesses: {
    set: 3,
    use: (count) => [
      ['POST /_rockpool/knn/curve', { trace: many(count, (i) => `${i},graph,4096`).join('\n') }],
    ],
    words: '[trace] must have at most 3 accesses',
  },
  plannedGraphs: {
    set: 3,
    use: (count) => [
      ['POST /_rockpool/knn/plan', { mappings: VECTORS.mappings, documents: 100, segments: count }],
    ],
    words: '[plan] has 4 graphs; the limit is 3',
  },
  faultRules: {
    set: 2,
    use: (count) => [
      [
        'PUT /_rockpool/faults',
        { rules: many(count, () => ({ request: { path: '/nowhere', action: 'reject' } })) },
      ],
    ],
    words: '[faults.rules]',
  },
  forks: {
    set: 2,
    ownNode: true,
    use: (count) => many(count, () => ['POST /_rockpool/forks'] as const),
    status: 429,
    words: 'there are already 2 forks',
  },
  forkIdleMs: {
    set: 1000,
    ownNode: true,
    use: (count) => [['POST /_rockpool/forks', { idle_timeout: `${count}ms` }]],
    words: '[fork.idle_timeout]',
  },
  keptStates: {
    set: 3,
    ownNode: true,
    // One is the state at the start.
    use: (count) => many(count - 1, (i) => ['POST /_rockpool/snapshots', { name: `s${i}` }] as const),
    status: 429,
    words: 'there are already 3 snapshots',
  },
  copiedBytes: {
    set: 100_000,
    use: (count) => attempt(() => forkFolderOf(count)),
    words: 'the data folder exceeds 100000 bytes, the maximum that can be copied into memory',
  },
  clockLeapMs: {
    set: 1000,
    use: (count) => [['POST /_rockpool/clock', { advance: `${count}ms` }]],
    words: '[clock.advance]',
  },
} satisfies Readonly<Record<string, LimitCase>>;

/** Forks a pool whose folder has so many bytes. */
async function forkFolderOf(bytes: number): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'rockpool-limits-'));
  const directory = new FsDirectory(path);
  const pool = await openPoolOver(directory);
  try {
    const own = await folderBytes(directory);
    writeFileSync(join(path, 'rest'), new Uint8Array(bytes - own));
    await (await pool.fork()).close();
  } finally {
    await pool.close();
    rmSync(path, { recursive: true });
  }
}

async function folderBytes(directory: Directory): Promise<number> {
  let bytes = 0;
  for (const name of await directory.list()) bytes += await directory.sizeBytes(name);
  for (const name of await directory.listFolders()) bytes += await folderBytes(directory.folder(name));
  return bytes;
}
