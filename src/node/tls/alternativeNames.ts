import { isIP } from 'node:net';
import { der, sequence } from './der.ts';

/** The names and addresses in a certificate: this machine's own, and `host`. */
export function alternativeNames(host: string): Buffer {
  const hosts = new Set(['localhost', '127.0.0.1', '::1', host]);
  return sequence(
    ...[...hosts].map((one) =>
      isIP(one) === 0 ? der(0x82, Buffer.from(one)) : der(0x87, addressBytes(one)),
    ),
  );
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [head, tail = ''] = address.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [
    ...groups(head),
    ...(address.includes('::') ? new Array<string>(missing).fill('0') : []),
    ...groups(tail),
  ];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
