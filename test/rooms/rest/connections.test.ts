import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { selfSigned } from '../../../src/node/tls/selfSigned.ts';
import { Connections } from '../../../src/rest/index.ts';

const identity = selfSigned('localhost', Date.now());
const host = '127.0.0.1';

const protocols = [
  {
    name: 'HTTP',
    serve: (listener: RequestListener) => createServer(listener),
    open: (port: number): Socket => connect({ host, port }),
    ready: 'connect',
  },
  {
    name: 'HTTPS',
    serve: (listener: RequestListener) => createSecureServer(identity, listener),
    open: (port: number): Socket => connectSecurely({ host, port, ca: identity.cert }),
    ready: 'secureConnect',
  },
];

describe.each(protocols)('connections of $name', ({ name, serve, open, ready }) => {
  it('make room by the idlest, and leave the one at work alone', async () => {
    const connections = new Connections(2);
    const asked: ServerResponse[] = [];
    const server = serve((_req, res) => asked.push(res));
    connections.watch(server, name === 'HTTPS');
    server.listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const busy = open(port);
    await once(busy, ready);
    busy.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(server, 'request');
    const idle = open(port);
    await once(idle, ready);
    const gone = new Promise((resolve) => idle.on('error', resolve).on('close', resolve).resume());
    const third = open(port);
    await Promise.all([once(third, ready), gone]);
    expect(connections.figures).toEqual({ open: 2, opened: 3, evicted: 1 });

    asked[0].end('done');
    const [answer] = await once(busy, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 200/);
    for (const socket of [busy, third]) socket.destroy();
    await expect.poll(() => connections.figures.open).toBe(0);
    server.close();
  });
});
