import { Agent, request } from 'node:http';

/** A keep-alive client that costs little, so that the server's time is what is measured. */
export class BenchClient {
  readonly #agent: Agent;
  readonly #url: URL;

  constructor(url: string, connections: number) {
    this.#url = new URL(url);
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** The answer's body. Throws when the status is not 2xx. */
  send(
    method: string,
    path: string,
    body: string | Buffer | null,
    type = 'application/json',
  ): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers =
        body === null ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) };
      const { hostname: host, port } = this.#url;
      const call = request({ agent: this.#agent, host, port, method, path, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const ok = answer.statusCode !== undefined && answer.statusCode < 300;
          if (ok) resolve(text);
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 500)}`));
        });
      });
      call.on('error', reject);
      call.end(body ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
