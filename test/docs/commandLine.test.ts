import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTable } from '../../src/cli/commandTable.ts';
import { exitCodes } from '../../src/cli/frame/exitCodes.ts';
import { runCommandLine } from '../../src/cli/index.ts';
import { silentLogger } from '../../src/common/index.ts';
import { loadDemo, type RockpoolNode } from '../../src/node/index.ts';
import { noServices, runCli } from '../support/cli.ts';
import { openTestNode } from '../support/node.ts';
import { describePage } from './page.ts';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/command-line.md');

describePage('the page about the command line', 'docs/command-line.md', ['--ephemeral'], 10);

it('has every command and every exit code', () => {
  const text = readFileSync(page, 'utf8');
  for (const { name } of commandTable) expect(text).toMatch(new RegExp(`\`(rockpool )?${name}\\b`));
  for (const { code, doc } of Object.values(exitCodes)) expect(text).toContain(`| ${code} | ${doc} |`);
});

const PEOPLE =
  'name,born,city,height\nAda Lovelace,1815-12-10,London,1.65\n' +
  'Alan Turing,1912-06-23,London,1.78\nGrace Hopper,1906-12-09,New York,1.68\n';

/** What is typed stands behind a prompt; all else must appear. */
describe('the recorded shell', () => {
  let node: RockpoolNode;

  beforeAll(async () => {
    node = await openTestNode({ log: silentLogger });
    const load = ['load', '-', '--index', 'people', '--url', node.url];
    await runCli([...load, '--format', 'csv'], { input: PEOPLE });
    await loadDemo(node.url);
  });
  afterAll(() => node.close());

  it.each([['docs/command-line.md'], ['docs/tour.md']])(
    'of %s is what the shell shows',
    async (path) => {
      const file = join(root, path);
      const text = readFileSync(file, 'utf8');
      const recorded = /```shell\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
      const typed = recorded.split('\n').flatMap((line) => /^(?:sql> | {2}-> )(.*)$/.exec(line)?.[1] ?? []);
      const shown = await record(node.url, typed);
      if (process.env.UPDATE)
        writeFileSync(
          file,
          text.replace(recorded, () => shown),
        );
      else expect(shown).toBe(recorded);
    },
    60_000,
  );
});

async function record(url: string, typed: readonly string[]): Promise<string> {
  const tty = (): PassThrough => Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 40 });
  const [input, output] = [tty(), tty()];
  let screen = '';
  output.on('data', (chunk) => (screen += String(chunk)));
  // A folder that cannot be made: the recording leaves no history.
  const environment = { XDG_STATE_HOME: '/dev/null' };
  // Errors stand among the rest, as a terminal shows them.
  const terminal = { input, output, errors: output, environment };
  const code = runCommandLine(['sql', '--url', url], noServices, terminal);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what moves the cursor is not part of the text
  const plain = (): string => screen.replaceAll(/\u001b\[[\d;]*[A-Za-z]/g, '').replaceAll('\r', '');
  const prompts = (): number => plain().match(/^(sql> | {2}-> )/gm)?.length ?? 0;
  for (const [i, line] of typed.entries()) {
    await expect.poll(prompts, { timeout: 20_000 }).toBe(i + 1);
    input.write(`${line}\r`);
  }
  expect(await code).toBe(0);
  const text = plain();
  return `${text.slice(text.indexOf('sql> ')).trimEnd()}\n`;
}
