import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { alternativeNames } from './alternativeNames.ts';
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
 * Creates a self-signed certificate for `localhost`, the loopback addresses and `host`, valid for a year from
 * yesterday. It is generated at each start and never stored; clients can verify it by its fingerprint.
 */
export function selfSigned(host: string, nowMs: number): TlsIdentity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(objectId('2.5.4.3'), text('rockpool'))));
  const serial = randomBytes(16);
  // Makes the number positive and minimal: a leading 0 byte would be padding, which parsers reject.
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
        extension(ALTERNATIVE_NAMES, alternativeNames(host)),
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

/** `AB:CD:…`, for verifying the certificate. */
export function fingerprint({ cert }: TlsIdentity): string {
  return new X509Certificate(cert).fingerprint256;
}

function extension(id: string, content: Buffer): Buffer {
  return sequence(objectId(id), octets(content));
}
