import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { BusyPolling } from './busyPolling.ts';

export interface ConnectionFigures {
  readonly open: number;
  readonly opened: number;
  /** Number of connections closed to make room for others. */
  readonly evicted: number;
}

/**
 * The open connections, idlest first. Above `most`, the one that has been idle longest is closed: connections
 * that never sent a request are closed before those of active clients, so that nobody can lock others out.
 */
export class Connections {
  readonly #most: number;
  readonly #polling: BusyPolling | null;
  /** Sockets without a current request, in the order in which they became idle. */
  readonly #quiet = new Set<Socket>();
  /**
   * The underlying TCP socket of each TLS socket: requests arrive on the former's TLS socket, room is made by
   * closing the TCP socket.
   */
  readonly #accepted = new WeakMap<Socket, Socket>();
  #open = 0;
  #opened = 0;
  #evicted = 0;

  /** `polling` is told of every request and answer; null to let the event loop sleep between them. */
  constructor(most: number, polling: BusyPolling | null = null) {
    this.#most = most;
    this.#polling = polling;
  }

  watch(server: Server, isSecure: boolean): void {
    server.on('connection', (socket: Socket) => this.#add(socket));
    if (isSecure) this.#pair(server);
    server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) =>
      this.#busy(this.#accepted.get(socket) ?? socket, res),
    );
  }

  /** Only the client's address reveals which TCP socket a TLS socket belongs to. */
  #pair(server: Server): void {
    const peers = new Map<string, Socket>();
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      peers.set(peer, socket);
      socket.once('close', () => {
        if (peers.get(peer) === socket) peers.delete(peer);
      });
    });
    server.on('secureConnection', (socket: Socket) => {
      const accepted = peers.get(peerOf(socket));
      if (accepted) this.#accepted.set(socket, accepted);
    });
  }

  get figures(): ConnectionFigures {
    return { open: this.#open, opened: this.#opened, evicted: this.#evicted };
  }

  #add(socket: Socket): void {
    this.#open++;
    this.#opened++;
    this.#quiet.add(socket);
    socket.once('close', () => {
      this.#open--;
      this.#quiet.delete(socket);
    });
    if (this.#open <= this.#most) return;
    const [idlest] = this.#quiet;
    if (idlest === undefined) return;
    this.#evicted++;
    this.#quiet.delete(idlest);
    idlest.destroy();
  }

  #busy(socket: Socket, res: ServerResponse): void {
    this.#quiet.delete(socket);
    this.#polling?.arrived();
    res.once('close', () => {
      this.#polling?.answered();
      if (!socket.destroyed) this.#quiet.add(socket);
    });
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
