import aws4 from 'aws4';

/** Who asks, and for which service of which region: what AWS signs requests by (version 4). */
export interface AwsAccess {
  readonly region: string;
  /** `es`, or `aoss` for a serverless collection. */
  readonly service: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of credentials that end. */
  readonly sessionToken?: string;
}

export interface SignedParts {
  readonly method: string;
  /** Name, and the port where it is not that of the protocol. */
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Uint8Array;
}

/** The headers of a request with its signature, which counts for some minutes. The body is sent as it is here. */
export function signedHeaders(
  { method, host, path, headers, body }: SignedParts,
  { region, service, ...credentials }: AwsAccess,
): Record<string, string | string[]> {
  const content = typeof body === 'string' ? body : Buffer.from(body);
  const request = { method, host, path, headers: { ...headers, host }, body: content, region, service };
  const signed = aws4.sign(request, credentials);
  return signed.headers as Record<string, string | string[]>;
}
