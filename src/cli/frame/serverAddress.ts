import type { AwsAccess, UpstreamOptions } from '../../client/index.ts';
import { CommandError } from './exitCodes.ts';
import { readText } from './files.ts';
import type { Access } from './profiles.ts';
import type { Terminal } from './terminal.ts';

type Environment = Terminal['environment'];

/** A server as the client connects to it: files are read, credentials found. Throws CommandError. */
export function serverAddress(url: string, access: Access, environment: Environment): UpstreamOptions {
  const { user, ca, cert, key, insecure = false, header = [], aws } = access;
  if ((cert === undefined) !== (key === undefined)) {
    throw new CommandError('usage', 'a client certificate needs both --cert and --key');
  }
  return {
    url: user === undefined ? url : withUser(url, user),
    ca: ca === undefined ? null : readText(ca),
    identity: cert === undefined || key === undefined ? null : { cert: readText(cert), key: readText(key) },
    insecure,
    headers: Object.fromEntries(header.map(headerOf)),
    aws: aws === undefined ? null : awsAccess(aws, environment),
  };
}

function headerOf(text: string): readonly [string, string] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined) throw new CommandError('usage', `--header needs NAME:VALUE, not ${text}`);
  return [name.toLowerCase(), value];
}

function awsAccess(text: string, environment: Environment): AwsAccess {
  const [region, service = 'es'] = text.split('/');
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey) {
    throw new CommandError(
      'usage',
      '--aws needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment',
    );
  }
  const sessionToken = environment.AWS_SESSION_TOKEN;
  return { region, service, accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}

function withUser(text: string, user: string): string {
  const colon = user.indexOf(':');
  if (colon < 1) throw new CommandError('usage', '--user needs NAME:PASSWORD');
  const [name, password] = [user.slice(0, colon), user.slice(colon + 1)].map(encodeURIComponent);
  return text.replace(/^(?:([a-z]+:)\/\/)?(?:[^@/]*@)?/i, (_all, scheme = 'http:') => {
    return `${scheme}//${name}:${password}@`;
  });
}
