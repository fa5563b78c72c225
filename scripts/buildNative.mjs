// dist/prebuilds/: the graph library, compiled for machines like this one, so that whoever installs the package needs no
// compiler. Its interface is Node-API: one build serves every Node. `src/knn/hnswLibrary.ts` chooses among the builds.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeHeaders } from './nodeHeaders.mjs';

const { platform, arch } = process;
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'dist', 'prebuilds', `${platform}-${arch}`);

/** One that runs on every processor of the kind; and where Linux tells what a processor can do, one for most of them. */
const BUILDS = [
  { file: 'baseline.node', flags: '' },
  ...(platform === 'linux' && arch === 'x64' ? [{ file: 'x86-64-v3.node', flags: '-march=x86-64-v3' }] : []),
];

/** Without symbols: half the size. */
const LINK_FLAGS = platform === 'linux' ? '-s' : '';

/** Compiles in `workshop`, a copy: the library that the tests use is compiled for this very processor. */
function compile({ file, flags }, workshop) {
  const env = { ...nodeHeaders(), ...process.env, CXXFLAGS: flags, LDFLAGS: LINK_FLAGS };
  const options = { cwd: workshop, env, encoding: 'utf8', shell: platform === 'win32' };
  const { status, stderr } = spawnSync('npm', ['rebuild', 'hnswlib-node'], options);
  const built = join(workshop, 'node_modules', 'hnswlib-node', 'build', 'Release', 'addon.node');
  if (status !== 0 || !existsSync(built)) throw new Error(stderr.trim().split('\n').slice(-8).join('\n'));
  copyFileSync(built, join(folder, file));
}

function copySources(workshop) {
  for (const name of ['hnswlib-node', 'node-addon-api']) {
    const source = join(root, 'node_modules', name);
    const filter = (path) => path !== join(source, 'build');
    cpSync(source, join(workshop, 'node_modules', name), { recursive: true, filter });
  }
  const manifest = { private: true, allowScripts: { 'hnswlib-node': true } };
  writeFileSync(join(workshop, 'package.json'), JSON.stringify(manifest));
}

const missing = BUILDS.filter(({ file }) => !existsSync(join(folder, file)));
const workshop = mkdtempSync(join(tmpdir(), 'rockpool-native-'));
try {
  mkdirSync(folder, { recursive: true });
  if (missing.length > 0) copySources(workshop);
  for (const build of missing) compile(build, workshop);
} catch (error) {
  console.error(`The graph library could not be compiled for ${platform}-${arch}.\n${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(workshop, { recursive: true, force: true });
}
