import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundle } from '../../test/support/bundle.ts';
import { BenchClient } from '../support/http.ts';

/** A bare server in a process of its own, asked by the same client as the engine. */
export class Echo {
  readonly client: BenchClient;
  readonly #end: () => void;

  private constructor(client: BenchClient, end: () => void) {
    this.client = client;
    this.#end = end;
  }

  static async start(): Promise<Echo> {
    const program = await bundle('benchmarks/floors/echoServer.ts');
    const child = fork(program.path, { execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    if (child.stdout === null) throw new Error('the echo prints nothing');
    const [url] = await once(createInterface({ input: child.stdout }), 'line');
    program.remove();
    const client = new BenchClient(String(url), MAX_CONNECTIONS);
    return new Echo(client, () => {
      client.close();
      child.disconnect();
    });
  }

  /** What it sends from now on. */
  async answers(text: string): Promise<void> {
    await this.client.send('PUT', '/_answer', text);
  }

  /** The graph that `POST /_nearest` searches. */
  async searches(graph: {
    readonly path: string;
    readonly dimension: number;
    readonly ef: number;
  }): Promise<void> {
    await this.client.send('PUT', '/_graph', JSON.stringify(graph));
  }

  stop(): void {
    this.#end();
  }
}

/** Callers that wait for a connection would be no callers. */
export const MAX_CONNECTIONS = 64;
