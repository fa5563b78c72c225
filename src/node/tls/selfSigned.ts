import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { bits, der, flag, integer, objectId, octets, sequence, set, text, time } from './der.ts';

/** A certificate and its private key, as PEM. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;
const VALID_DAYS = 365;
const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));
const ALTERNATIVE_NAMES = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';

/**
 * A certificate that vouches for itself: for `localhost`, the loopback addresses and `host`, valid for a year from
 * yesterday on. Made anew at each start and kept nowhere; clients are told its fingerprint.
 */
export function selfSigned(host: string, nowMs: number): TlsIdentity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(objectId('2.5.4.3'), text('rockpool'))));
  const serial = randomBytes(16);
  // Positive, and in as few bytes as it needs: a first byte of 0 would be padding, which readers refuse.
  serial[0] = (serial[0] & 0x7f) | 0x40;
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(nowMs - DAY_MS), time(nowMs + VALID_DAYS * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension(BASIC_CONSTRAINTS, sequence(flag(true))),
        extension(ALTERNATIVE_NAMES, namesOf(host)),
      ),
    ),
  );
  const certificate = sequence(body, ECDSA_WITH_SHA256, bits(sign('sha256', body, privateKey)));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** `AB:CD:…`, by which a client knows the certificate. */
export function fingerprint({ cert }: TlsIdentity): string {
  return new X509Certificate(cert).fingerprint256;
}

function extension(id: string, content: Buffer): Buffer {
  return sequence(objectId(id), octets(content));
}

function namesOf(host: string): Buffer {
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
