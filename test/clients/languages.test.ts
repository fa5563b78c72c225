import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, run, Walk } from './readme.ts';

/**
 * The packages for other languages: the page of each is walked in an empty folder, with the real client of the language,
 * and its own tests run. They are fetched and compiled, so `npm run test:clients` has them.
 */
interface Language {
  readonly name: string;
  /** What must be there, as commands that succeed. */
  readonly needs: readonly string[];
  /** What the page's last command prints when its three tests pass. */
  readonly passed: RegExp;
  /** Runs the package's own tests, beside the project that walked its page. */
  readonly test: (project: string) => Promise<unknown>;
}

const command = { ROCKPOOL_COMMAND: `node ${join(root, 'dist/cli.js')}` };

const languages: readonly Language[] = [
  {
    name: 'python',
    needs: ['python3 -c "import ensurepip, venv"'],
    passed: /\b3 passed\b/,
    async test(project) {
      const bin = join(project, '.venv/bin');
      await run(join(bin, 'pip'), ['install', '--quiet', 'pytest-xdist'], project);
      const args = ['-q', '-p', 'no:cacheprovider'];
      await run(join(bin, 'pytest'), args, join(root, 'clients/python'), { PYTHONDONTWRITEBYTECODE: '1' });
    },
  },
  {
    name: 'java',
    needs: ['mvn --version'],
    passed: /Tests run: 3, Failures: 0/,
    test: () => run('mvn', ['-q', '-B', 'test'], join(root, 'clients/java'), command),
  },
  {
    name: 'go',
    needs: ['go version'],
    passed: /^(PASS\n)?ok /m,
    test: () => run('go', ['test', '-count=1', './...'], join(root, 'clients/go'), command),
  },
];

async function obstacle({ needs }: Language): Promise<string | null> {
  if (process.env.ROCKPOOL_CLIENTS === undefined) return 'npm run test:clients has it';
  for (const needed of needs) {
    const missing = await run('sh', ['-c', needed], root).then(
      () => null,
      () => `\`${needed}\` fails here`,
    );
    if (missing !== null) return missing;
  }
  return null;
}

for (const language of languages) {
  const { name, passed, test } = language;
  const reason = await obstacle(language);
  const title = `the package for ${name}${reason === null ? '' : ` (left out: ${reason})`}`;
  describe.skipIf(reason !== null)(title, { shuffle: false }, () => {
    it('gives a stranger tests that pass, and passes its own', async () => {
      const walk = new Walk();
      try {
        expect(await walk.follow(`clients/${name}/README.md`)).toMatch(passed);
        await test(walk.project);
      } finally {
        walk.remove();
      }
    }, 900_000);
  });
}

it('has one version in all packages', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const artifact = new RegExp(`<artifactId>rockpool-junit</artifactId>\\s*<version>${version}</version>`);
  for (const file of ['pom.xml', 'README.md']) {
    expect(readFileSync(join(root, 'clients/java', file), 'utf8')).toMatch(artifact);
  }
});
