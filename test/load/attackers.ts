import { connect, type Socket } from 'node:net';

/** Connections that mean no good, and what became of them. */
export interface Attack {
  readonly name: string;
  readonly open: number;
  readonly closedByServer: number;
  stop(): void;
}

interface Target {
  readonly host: string;
  readonly port: number;
}

/** `count` connections on each of which `begin` does its worst. */
function attack(name: string, target: Target, count: number, begin: (socket: Socket) => void): Attack {
  const sockets = new Set<Socket>();
  let closed = 0;
  let stopped = false;
  for (let i = 0; i < count; i++) {
    const socket = connect(target);
    sockets.add(socket);
    socket.once('connect', () => begin(socket));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (!stopped) closed++;
      sockets.delete(socket);
    });
  }
  return {
    name,
    get open() {
      return sockets.size;
    },
    get closedByServer() {
      return closed;
    },
    stop: () => {
      stopped = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Opens and says nothing. */
export function idle(target: Target, count: number): Attack {
  return attack('idle', target, count, (socket) => socket.resume());
}

/** Slow loris: a header line every two seconds, and never the last one. */
export function slowHeaders(target: Target, count: number): Attack {
  return attack('slow headers', target, count, (socket) => {
    socket.resume();
    socket.write(`GET / HTTP/1.1\r\nHost: localhost:${target.port}\r\n`);
    const timer = setInterval(() => socket.write('X-More: 1\r\n'), 2000);
    socket.once('close', () => clearInterval(timer));
  });
}

/** Asks for much and reads nothing. */
export function slowReaders(target: Target, count: number, path: string): Attack {
  return attack('slow readers', target, count, (socket) => {
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${target.port}\r\n\r\n`);
  });
}

const PIECE = Buffer.alloc(256 * 1024, ' ');

/** Sends a body as large as one may be, as fast as it is taken. */
export function largeBodies(target: Target, count: number, sizeBytes: number): Attack {
  return attack('large bodies', target, count, (socket) => {
    socket.resume();
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
  });
}
