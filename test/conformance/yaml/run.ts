import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../support/server.ts';
import { readApis } from './apis.ts';
import { cleanServer } from './clean.ts';
import { type Outcome, Session } from './session.ts';
import { readCases } from './suite.ts';

/**
 * `npm run test:yaml [-- --known FILE] [--only TEXT]`: the public YAML REST tests of the version that OpenSearch came
 * from, fetched by Maven into its own cache. FILE is a JSON list of the cases that the real engine passes.
 */
const VERSION = '7.10.2';
const ARTIFACT = `org.elasticsearch:rest-api-spec:${VERSION}`;
const jar = join(
  homedir(),
  `.m2/repository/org/elasticsearch/rest-api-spec/${VERSION}/rest-api-spec-${VERSION}.jar`,
);

function specification(): string {
  const folder = join(tmpdir(), `rest-api-spec-${VERSION}`);
  if (existsSync(join(folder, 'rest-api-spec'))) return join(folder, 'rest-api-spec');
  if (!existsSync(jar)) {
    execFileSync('mvn', ['-q', 'dependency:get', `-Dartifact=${ARTIFACT}`, '-Dtransitive=false'], {
      stdio: 'inherit',
    });
  }
  execFileSync('unzip', ['-q', '-o', jar, 'rest-api-spec/*', '-d', folder]);
  return join(folder, 'rest-api-spec');
}

function option(name: string): string | null {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? null : (process.argv[at + 1] ?? null);
}

const spec = specification();
const knownFile = option('known');
const known = knownFile === null ? null : new Set(JSON.parse(readFileSync(knownFile, 'utf8')) as string[]);
const only = option('only') ?? '';
const apis = readApis(join(spec, 'api'));
const cases = readCases(join(spec, 'test')).filter(({ id }) => id.includes(only) && (known?.has(id) ?? true));
const server = await startServer(['--ephemeral']);
const counts: Record<Outcome['kind'], number> = { passed: 0, skipped: 0, failed: 0 };
for (const yamlCase of cases) {
  await cleanServer(server.url);
  const outcome = await new Session(server.url, apis, VERSION).run(yamlCase);
  counts[outcome.kind]++;
  if (outcome.kind === 'failed') console.log(`${yamlCase.id}: ${outcome.why}`);
}
await server.stop();
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped of ${cases.length}`);
