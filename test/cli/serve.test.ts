import { afterEach, describe, expect, it, vi } from 'vitest';
import { createProgram, type ServeOptions } from '../../src/cli/index.ts';

/** Runs the command line against a node that only notes what it was asked for. */
async function serve(
  ...args: string[]
): Promise<{ options: ServeOptions | null; out: string[]; errors: string[] }> {
  const out: string[] = [];
  const errors: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => out.push(String(line)));
  vi.spyOn(console, 'error').mockImplementation((line) => errors.push(String(line)));
  vi.spyOn(process, 'on').mockReturnValue(process);
  let options: ServeOptions | null = null;
  const program = createProgram({
    openNode: async (given) => {
      options = given;
      if (given.dataPath === 'broken') throw new Error('broken/x: its checksum does not match its content');
      return { url: 'http://127.0.0.1:4711', close: async () => undefined };
    },
    checkData: () => Promise.reject(new Error('not asked for')),
  });
  const refuse = (code: { readonly message: string }): never => {
    throw new Error(code.message);
  };
  program.exitOverride(refuse);
  for (const command of program.commands) {
    command.exitOverride(refuse).configureOutput({ writeErr: () => undefined });
  }
  await program.parseAsync(['serve', ...args], { from: 'user' });
  return { options, out, errors };
}

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

describe('rockpool serve', () => {
  it('has defaults', async () => {
    const { options } = await serve();
    expect(options).toMatchObject({
      host: '127.0.0.1',
      port: 9200,
      dataPath: 'native-data',
      nodeCount: 1,
      engine: null,
      demo: false,
    });
  });

  it('prints the URL first when it chose the port', async () => {
    expect((await serve('--port', '0')).out).toEqual(['http://127.0.0.1:4711']);
  });

  it.each([
    [['--host', '0.0.0.0'], 'a password (--auth, --auth-file) and HTTPS (--tls, --tls-cert)'],
    [['--host', '0.0.0.0', '--auth', 'a:b'], 'HTTPS (--tls, --tls-cert)'],
    [['--host', '0.0.0.0', '--tls'], 'a password (--auth, --auth-file)'],
  ])('%j does not listen', async (args, lacks) => {
    const { options, errors } = await serve(...args);
    expect(options).toBeNull();
    expect(errors.join()).toContain(`without ${lacks}; --insecure-public`);
    expect(process.exitCode).toBe(1);
  });

  it.each([
    [['--auth', 'me:secret:x', '--tls'], []],
    [['--insecure-public'], ['Warning: 0.0.0.0 is reachable by other machines']],
  ])('listens on an address of the network with %j', async (args, warnings) => {
    const { options, errors } = await serve('--host', '0.0.0.0', ...args);
    expect(options?.host).toBe('0.0.0.0');
    expect(errors).toHaveLength(warnings.length);
    for (const [i, warning] of warnings.entries()) expect(errors[i]).toContain(warning);
  });

  it('reads user and password, and refuses what is neither', async () => {
    const { options } = await serve('--auth', 'me:secret:x', '--tls');
    expect(options).toMatchObject({ credentials: { user: 'me', password: 'secret:x' }, tls: 'selfSigned' });
    for (const args of [
      ['--auth', 'me'],
      ['--auth', ':x'],
      ['--tls-cert', 'x'],
    ]) {
      expect((await serve(...args)).options).toBeNull();
    }
  });

  it('says what to try otherwise', async () => {
    const { out } = await serve('--demo');
    expect(out[0]).toBe('Rockpool answers at http://127.0.0.1:4711');
    expect(out.join('\n')).toContain('_plugins/_sql');
  });

  it('takes every flag', async () => {
    const { options } = await serve(
      '--ephemeral',
      '--nodes',
      '3',
      '--allow-host',
      'a',
      '--allow-host',
      'b',
      '--engine',
      'http://e',
    );
    expect(options).toMatchObject({
      dataPath: null,
      nodeCount: 3,
      allowedHosts: ['a', 'b'],
      engine: { url: 'http://e', ca: null },
    });
  });

  it('says in words why it cannot start', async () => {
    const { errors, out } = await serve('--data', 'broken');
    expect(errors).toEqual(['Rockpool could not start: broken/x: its checksum does not match its content']);
    expect([out, process.exitCode]).toEqual([[], 1]);
  });

  for (const args of [
    ['--port', '70000'],
    ['--port', 'x'],
    ['--nodes', '0'],
    ['--nodes', '17'],
    ['--nope'],
  ]) {
    it(`refuses ${args.join(' ')}`, async () => {
      await expect(serve(...args)).rejects.toThrow(/error:/);
    });
  }
});
