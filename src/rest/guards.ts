import type { IncomingMessage } from 'node:http';
import { illegalArgument, OpenSearchError } from '../common/index.ts';
import { HttpError } from './httpError.ts';

/** Who may use this server: a browser must not be tricked into sending requests for a stranger. */
export interface AccessRules {
  /** Host names besides localhost and loopback addresses (`--allow-host`, the bound address). */
  readonly allowedHosts: readonly string[];
  /** Origins besides our own (`--allow-origin`). */
  readonly allowedOrigins: readonly string[];
  /** Paths of pages that may be opened by a link from another port of this host. */
  readonly linkedPages: readonly string[];
}

/** The parts of a request that the guards read. */
export type GuardedRequest = Pick<IncomingMessage, 'method' | 'headers' | 'rawHeaders' | 'url'>;

/**
 * Throws security_exception (403) for a foreign Host or Origin, or a request that a browser sends on behalf
 * of another site or port, unless it follows a link to a page without secrets; illegal_argument_exception
 * (400) for more than one Host.
 */
export function checkAccess(request: GuardedRequest, rules: AccessRules): void {
  const { headers, rawHeaders, url } = request;
  const { host, origin } = headers;
  if (hostCount(rawHeaders) > 1) throw illegalArgument('the request has more than one Host header');
  const target = targetHost(url ?? '/');
  if (target !== null && !hostAllowed(target, rules.allowedHosts)) {
    throw forbidden(
      `the host of the request target [${target}] is not this server's; allow it with --allow-host`,
    );
  }
  if (!hostAllowed(host, rules.allowedHosts)) {
    throw forbidden(`the Host header [${host ?? ''}] is not this server's; allow it with --allow-host`);
  }
  if (origin !== undefined) {
    if (!originAllowed(origin, host as string, rules)) {
      throw forbidden(`requests from the origin [${origin}] are refused; allow it with --allow-origin`);
    }
  } else if (FOREIGN_SITES.has(headers['sec-fetch-site'] as string) && !opensPage(request, rules)) {
    throw forbidden(`${headers['sec-fetch-site']} requests of a browser are refused`);
  }
}

/** `same-site` means a page from another port of this host, which belongs to another program. */
const FOREIGN_SITES = new Set(['cross-site', 'same-site']);

/** The browser shows the response as a separate page, which the other program can neither read nor frame. */
function opensPage({ method, headers, url }: GuardedRequest, { linkedPages }: AccessRules): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-site'] === 'same-site' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    linkedPages.includes((url ?? '').split('?', 1)[0])
  );
}

/** The number of Host headers. Node keeps the first, but a proxy may have used the last. */
function hostCount(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === 'host') count++;
  }
  return count;
}

/** The authority of an absolute-form target, which overrides the Host header (RFC 9112 §3.2.2). */
function targetHost(url: string): string | null {
  if (url.startsWith('/')) return null;
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? null;
}

function hostAllowed(host: string | undefined, allowedHosts: readonly string[]): boolean {
  if (host === undefined) return false;
  if (LOCAL_HOSTS.has(host)) return true;
  const name = hostName(host).toLowerCase();
  const local = LOCAL_HOSTS.has(name) || name.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(name);
  if (local || allowedHosts.includes(name)) {
    if (LOCAL_HOSTS.size < 64 && local) LOCAL_HOSTS.add(host);
    return true;
  }
  return false;
}

/** Also caches whole headers (`localhost:9200`), so that the usual request costs one lookup. */
const LOCAL_HOSTS = new Set(['localhost', '[::1]', '127.0.0.1']);

/**
 * Empty unless the text is `host[:port]`: the host of `localhost:a@evil.example` is the part after the `@`.
 */
function hostName(host: string): string {
  return /^(\[[^\]]*\]|[^:@[\]]*)(?::\d*)?$/.exec(host)?.[1] ?? '';
}

function originAllowed(origin: string, host: string, rules: AccessRules): boolean {
  return origin === `http://${host}` || origin === `https://${host}` || rules.allowedOrigins.includes(origin);
}

function forbidden(reason: string): OpenSearchError {
  return new OpenSearchError('security_exception', reason);
}

const JSON_TYPES = new Set(['application/json', 'application/x-ndjson', 'application/*']);

/**
 * A body must be declared as JSON; other types are rejected (406), which also forces browsers to send a
 * preflight request.
 */
export function checkContentType(contentType: string | null): void {
  if (contentType === null) throw new HttpError(406, 'Content-Type header [] is not supported');
  const semicolon = contentType.indexOf(';');
  const type = semicolon === -1 ? contentType : contentType.slice(0, semicolon);
  if (JSON_TYPES.has(type.trim().toLowerCase())) return;
  throw new HttpError(406, `Content-Type header [${contentType}] is not supported`);
}
