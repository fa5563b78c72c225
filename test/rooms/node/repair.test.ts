import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FsDirectory } from '../../../src/directory/index.ts';
import { openRockpool } from '../../../src/index.ts';
import { checkDataFolder, repairDataFolder } from '../../../src/node/index.ts';
import { markDamaged } from '../../../src/shard/index.ts';
import { runCli } from '../../support/cli.ts';

const good = mkdtempSync(join(tmpdir(), 'rockpool-repair-'));
const live = mkdtempSync(join(tmpdir(), 'rockpool-repair-'));
const folders: string[] = [good, live];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Two indices: each has documents in two segments, and three behind the last commit, each in a record of its own. */
beforeAll(async () => {
  const pool = await openRockpool({ data: live });
  const call = async (method: string, path: string, body: object | null = null) => {
    const answer = await pool.request(method, path, body);
    expect(answer.ok, answer.text).toBe(true);
  };
  const mappings = { properties: { title: { type: 'text' } } };
  for (const name of ['books', 'films']) {
    await call('PUT', `/${name}`, { settings: { number_of_replicas: 0, refresh_interval: '-1' }, mappings });
    for (let i = 0; i < 4; i++) {
      await call('PUT', `/${name}/_doc/${i}`, { title: `${name} ${i}` });
      if (i % 2 === 1) await call('POST', `/${name}/_refresh`);
    }
    await call('POST', `/${name}/_flush`);
    for (let i = 4; i < 7; i++) await call('PUT', `/${name}/_doc/${i}`, { title: `${name} ${i}` });
  }
  await call('PUT', '/_cluster/settings', { persistent: { 'plugins.query.size_limit': 150 } });
  // As after kill -9: closing would commit.
  cpSync(live, good, { recursive: true, filter: (path) => !path.endsWith('node.lock') });
  await pool.close();
});

function copyOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-repair-'));
  folders.push(folder);
  cpSync(good, folder, { recursive: true });
  return folder;
}

/** Every file below a folder, from it on. */
function filesOf(root: string, folder = root): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesOf(root, path) : [relative(root, path)];
  });
}

/** The first file whose path matches, of the index [books] where it belongs to one. */
function fileLike(root: string, pattern: RegExp): string {
  const paths = filesOf(root).filter((path) => pattern.test(path) && !path.startsWith('quarantine'));
  const ofBooks = paths.find((path) => path.includes(uuidOf(root, 'books')));
  const found = ofBooks ?? paths[0];
  if (found === undefined) throw new Error(`no file like ${pattern}`);
  return found;
}

function uuidOf(root: string, name: string): string {
  const files = readdirSync(join(good, 'state')).filter((file) => file.startsWith('index-'));
  const file = files.find((one) =>
    readFileSync(join(good, 'state', one), 'utf8').includes(`"name":"${name}"`),
  );
  expect(root).not.toBe('');
  return String(file).slice('index-'.length, 'index-'.length + 22);
}

function spoil(root: string, path: string, change: (bytes: Buffer) => Buffer | null): Buffer {
  const before = readFileSync(join(root, path));
  const after = change(Buffer.from(before));
  if (after === null) rmSync(join(root, path));
  else writeFileSync(join(root, path), after);
  return before;
}

const flip = (bytes: Buffer): Buffer => {
  bytes[bytes.length >> 1] ^= 0x10;
  return bytes;
};

/** Runs the real command, without and with `--repair`. */
const run = (...args: string[]) =>
  runCli(['check', ...args], { checkData: checkDataFolder, repairData: repairDataFolder });

/** What a server that opens the folder finds in an index. */
async function idsIn(root: string, index: string): Promise<string> {
  await using pool = await openRockpool({ data: root });
  const { text } = await pool.request(
    'GET',
    `/${index}/_search?size=50&sort=_id&filter_path=hits.hits._id,error.type`,
  );
  return [...text.matchAll(/"_id":"(\w+)"/g)].map(([, id]) => id).join(',') || text;
}

describe('rockpool check', () => {
  it('without --repair names index, shard and path, gives advice, and changes nothing', async () => {
    const root = copyOf();
    const path = fileLike(root, /_0\.seg$/);
    spoil(root, path, flip);
    const before = new Map(filesOf(root).map((file) => [file, readFileSync(join(root, file), 'base64')]));
    const { out, code } = await run(root);
    expect(out).toMatch(new RegExp(`^wrong     ${path}: .* \\(index \\[books\\], shard 0\\)\n`));
    expect(out).toContain(`\`rockpool check ${root} --repair\` sets aside what is damaged`);
    expect(code).toBe(1);
    before.delete('node.lock');
    for (const [file, bytes] of before) expect(readFileSync(join(root, file), 'base64')).toBe(bytes);
  });

  it('with --repair does nothing to an intact folder', async () => {
    const root = copyOf();
    const { out, code } = await run(root, '--repair');
    expect([out, code]).toEqual([expect.stringMatching(/^\d+ files, 2 shards: all data is whole\n$/), 0]);
    expect(existsSync(join(root, 'quarantine'))).toBe(false);
  });
});

/** What is damaged → what a repair says; the documents of [books] that are there once it is accepted. */
const copyDamages: readonly {
  readonly what: string;
  readonly file: RegExp;
  readonly change: (bytes: Buffer) => Buffer | null;
  readonly says: RegExp;
  /** Exit code: 0 when nothing is missing. */
  readonly code: number;
}[] = [
  {
    what: 'a segment',
    file: /_0\.seg$/,
    change: flip,
    says: /documents of the segment _0 are lost/,
    code: 1,
  },
  {
    what: 'a record of the log',
    file: /translog-\d+\.tlog$/,
    change: (bytes) => {
      bytes[bytes.length - 3] ^= 1;
      return bytes;
    },
    says: /the translog ends early \(.*\): \d of its operations were kept/,
    code: 1,
  },
  {
    what: 'the end of the log',
    file: /translog-\d+\.tlog$/,
    change: (bytes) => bytes.subarray(0, bytes.length - 20),
    says: /the translog ends early \(.*\): \d of its operations were kept/,
    code: 1,
  },
  {
    what: 'the commit',
    file: /segments_\w+$/,
    change: flip,
    says: /the commit cannot be read \(segments_\w+: checksum mismatch\): all files of the copy were set aside/,
    code: 1,
  },
  {
    what: "the log's checkpoint",
    file: /translog\.ckp$/,
    change: () => null,
    says: /the checkpoint of the translog was made anew \(.*\): 3 operations are in the log/,
    code: 0,
  },
  {
    what: "the log's checkpoint, cut",
    file: /translog\.ckp$/,
    change: (bytes) => bytes.subarray(0, 10),
    says: /the checkpoint of the translog was made anew \(.*\): 3 operations are in the log/,
    code: 0,
  },
];

describe('rockpool check --repair of a copy', () => {
  it.each(copyDamages)('$what: quarantines it unchanged and says what is lost', async (row) => {
    const root = copyOf();
    const path = logWithRecords(root, row.file);
    spoil(root, path, row.change);
    const damaged = existsSync(join(root, path)) ? readFileSync(join(root, path), 'base64') : null;
    const { out, code } = await run(root, '--repair');
    expect(out).toMatch(row.says);
    expect(code).toBe(row.code);
    if (damaged !== null) {
      const aside = filesOf(root).filter((file) => file.startsWith('quarantine/') && file.endsWith(path));
      expect(aside.map((file) => readFileSync(join(root, file), 'base64'))).toEqual([damaged]);
    }
    const report = /the report is in (\S+)/.exec(out)?.[1];
    expect(readFileSync(join(root, String(report)), 'utf8')).toMatch(row.says);
    // A second repair finds nothing more to do.
    const again = await run(root, '--repair');
    expect(again.out).not.toMatch(/^done/m);
    expect(again.code).toBe(row.code);
    if (row.code === 0) expect(await idsIn(root, 'books')).toBe('0,1,2,3,4,5,6');
    else expect(again.out).toContain('damaged: marked as damaged: ');
  });

  it('completes an interrupted repair without losing anything', async () => {
    const root = copyOf();
    const folder = new FsDirectory(join(root, dirname(fileLike(root, /segments_\w+$/))));
    await markDamaged(
      folder,
      'a repair of this copy was begun and did not end; run `rockpool check --repair` again',
    );
    expect((await run(root, '--repair')).out).toMatch(
      /^done .*: the copy is complete: its damage marker was removed$/m,
    );
    expect(await idsIn(root, 'books')).toBe('0,1,2,3,4,5,6');
  });

  function logWithRecords(root: string, pattern: RegExp): string {
    if (!String(pattern).includes('tlog')) return fileLike(root, pattern);
    const uuid = uuidOf(root, 'books');
    const logs = filesOf(root).filter((path) => pattern.test(path) && path.includes(uuid));
    return logs.reduce((a, b) => (statSync(join(root, a)).size > statSync(join(root, b)).size ? a : b));
  }
});

describe('rockpool check --repair of the state', () => {
  it.each([
    ['damaged', flip],
    ['missing', () => null],
  ] as const)('recreates a manifest that is %s from the files of the indices', async (_what, change) => {
    const root = copyOf();
    spoil(root, 'state/manifest', change);
    await expect(openRockpool({ data: root })).rejects.toThrow(
      /state\/manifest: .*rockpool check \S+ --repair/,
    );
    const { out, code } = await run(root, '--repair');
    expect(out).toMatch(
      /done {6}state\/manifest: recreated: it names \[(books\], \[films|films\], \[books)\]/,
    );
    expect(code).toBe(0);
    expect([await idsIn(root, 'books'), await idsIn(root, 'films')]).toEqual([
      '0,1,2,3,4,5,6',
      '0,1,2,3,4,5,6',
    ]);
  });

  it('recreates the global state, keeps the indices, and says what is lost', async () => {
    const root = copyOf();
    spoil(root, fileLike(root, /state\/global/), flip);
    await expect(openRockpool({ data: root })).rejects.toThrow(
      /state\/global-\d+: .*rockpool check \S+ --repair/,
    );
    const { out, code } = await run(root, '--repair');
    expect(out).toContain(
      'state/global: recreated: cluster settings, templates, pipelines, scripts, repositories are lost',
    );
    expect(code).toBe(0);
    expect(await idsIn(root, 'books')).toBe('0,1,2,3,4,5,6');
    expect(await idsIn(root, 'films')).toBe('0,1,2,3,4,5,6');
  });

  it('starts afresh if state/ is missing; the files of its indices are quarantined at the next start', async () => {
    const root = copyOf();
    const before = filesOf(join(root, 'nodes')).length;
    rmSync(join(root, 'state'), { recursive: true });
    await expect(openRockpool({ data: root })).rejects.toThrow(
      /state\/ is missing .*rockpool check \S+ --repair/,
    );
    const { out } = await run(root, '--repair');
    expect(out).toContain(
      'state/manifest: recreated: it names no index; folders of other indices are set aside at the next start',
    );
    await (await openRockpool({ data: root })).close();
    const aside = filesOf(join(root, 'quarantine')).filter((path) => path.includes('/nodes/'));
    expect(aside).toHaveLength(before);
  });

  it('does not touch a folder that a newer Rockpool has written', async () => {
    const root = copyOf();
    spoil(root, 'state/manifest', (bytes) =>
      Buffer.from(bytes.toString('latin1').replace('rockpool-state 1', 'rockpool-state 9'), 'latin1'),
    );
    const { errors, code } = await run(root, '--repair');
    expect(errors).toContain('manifest: written by a newer Rockpool (format 9, this one reads 1)');
    expect([code, existsSync(join(root, 'quarantine'))]).toEqual([1, false]);
  });
});
