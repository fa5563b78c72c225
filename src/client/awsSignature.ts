import aws4 from 'aws4';

/** AWS credentials, service and region for signing requests (version 4). */
export interface AwsAccess {
  readonly region: string;
  /** `es`, or `aoss` for a serverless collection. */
  readonly service: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** For temporary credentials. */
  readonly sessionToken?: string;
}

export interface SignedParts {
  readonly method: string;
  /** Host name, with the port unless it is the protocol's default. */
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Uint8Array;
}

/**
 * The headers of a request including its signature, which is valid for a few minutes. The body must be sent
 * exactly as given.
 */
export function signedHeaders(
  { method, host, path, headers, body }: SignedParts,
  { region, service, ...credentials }: AwsAccess,
): Record<string, string | string[]> {
  const content = typeof body === 'string' ? body : Buffer.from(body);
  const request = { method, host, path, headers: { ...headers, host }, body: content, region, service };
  const signed = aws4.sign(request, credentials);
  return signed.headers as Record<string, string | string[]>;
}
