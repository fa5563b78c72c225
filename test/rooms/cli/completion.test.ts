import { execFileSync, spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandTable } from '../../../src/cli/commandTable.ts';
import { runCli } from '../../support/cli.ts';

const scriptOf = async (shell: string): Promise<string> => (await runCli(['completion', shell])).out;

describe('completion in bash', () => {
  let script: string;
  beforeAll(async () => {
    script = await scriptOf('bash');
  });

  /** What stands there, the word under the cursor last → what it may become. */
  const complete = (...words: readonly string[]): readonly string[] => {
    const typed = words.map((word) => `'${word}'`).join(' ');
    const call = `COMP_WORDS=(rockpool ${typed}); COMP_CWORD=${words.length}; _rockpool; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['--norc', '-c', `${script}\n${call}`], { encoding: 'utf8' })
      .trim()
      .split('\n');
  };

  it.each([
    [['sn'], ['snapshot']],
    [['--v'], ['--version']],
    [
      ['sql', '--format', ''],
      ['table', 'vertical', 'csv', 'json', 'markdown', 'raw'],
    ],
    [['sql', '--form'], ['--format']],
    [
      ['load', 'x.csv', '--dates', ''],
      ['dmy', 'mdy', 'text'],
    ],
    [
      ['snapshot', ''],
      ['create', 'list', 'restore'],
    ],
    [['snapshot', 'restore', '--repl'], ['--replace']],
    [['push', '--to-u'], ['--to-user']],
    [['completion', 'f'], ['fish']],
    [['check', 'package.js'], ['package.json']],
    [['warmup', '--url', ''], ['']],
  ])('%j becomes %j', (words, choices) => {
    expect(complete(...words)).toEqual(choices);
  });
});

describe.each(['bash', 'zsh', 'fish'])('completion in %s', (shell) => {
  it('knows every command', async () => {
    const script = await scriptOf(shell);
    for (const { name } of commandTable) expect(script).toContain(name);
    expect(script).toContain(shell === 'fish' ? '-l from-user' : '--from-user');
  });

  it('is understood by the shell, where there is one', async () => {
    const { status, error } = spawnSync(shell, ['-n'], { input: await scriptOf(shell) });
    if (!error) expect(status).toBe(0);
  });
});

it('knows three shells', async () => {
  const { errors, code } = await runCli(['completion', 'tcsh']);
  expect([errors, code]).toEqual([expect.stringContaining('Allowed choices are bash, zsh, fish'), 2]);
});
