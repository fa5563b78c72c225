import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

export interface ConnectionFigures {
  readonly open: number;
  readonly opened: number;
  /** Closed to make room for others. */
  readonly evicted: number;
}

/**
 * The open connections, the idlest first. Above `most`, the one that has been quiet longest is closed: those that
 * were opened and never asked anything go before those of clients at work, so that nobody is locked out by others.
 */
export class Connections {
  readonly #most: number;
  /** Sockets without a request at the moment, in the order in which they became quiet. */
  readonly #quiet = new Set<Socket>();
  /** Of a socket that speaks TLS the one that was accepted: requests come by the first, room is made of the second. */
  readonly #accepted = new WeakMap<Socket, Socket>();
  #open = 0;
  #opened = 0;
  #evicted = 0;

  constructor(most: number) {
    this.#most = most;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket));
    if (server instanceof TlsServer) this.#pair(server);
    server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) =>
      this.#busy(this.#accepted.get(socket) ?? socket, res),
    );
  }

  /** Nothing but the client's address tells which accepted socket a socket of TLS stands on. */
  #pair(server: TlsServer): void {
    const peers = new Map<string, Socket>();
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      peers.set(peer, socket);
      socket.once('close', () => {
        if (peers.get(peer) === socket) peers.delete(peer);
      });
    });
    server.on('secureConnection', (socket) => {
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
    res.once('close', () => {
      if (!socket.destroyed) this.#quiet.add(socket);
    });
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
