import type { IncomingMessage } from 'node:http';
import { illegalArgument, OpenSearchError } from '../common/index.ts';
import { HttpError } from './httpError.ts';

/** From where one may talk to this server: a browser must not be made to talk for a stranger. */
export interface AccessRules {
  /** Host names beside localhost and loopback literals (`--allow-host`, the address bound to). */
  readonly allowedHosts: readonly string[];
  /** Origins beside our own (`--allow-origin`). */
  readonly allowedOrigins: readonly string[];
  /** Paths of pages that a link of another port of this host may open. */
  readonly linkedPages: readonly string[];
}

/** What the guards read of a request. */
export type GuardedRequest = Pick<IncomingMessage, 'method' | 'headers' | 'rawHeaders' | 'url'>;

/**
 * Throws security_exception (403) for a foreign Host, a foreign Origin, or a request that a browser sends for another
 * site or another port, unless it follows a link to a page that has no secrets; illegal_argument_exception (400) for
 * more than one Host.
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

/** `same-site` is a page from another port of this host, of another program. */
const FOREIGN_SITES = new Set(['cross-site', 'same-site']);

/** The browser shows the answer as a page of its own: the other program's page can neither read nor frame it. */
function opensPage({ method, headers, url }: GuardedRequest, { linkedPages }: AccessRules): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-site'] === 'same-site' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    linkedPages.includes((url ?? '').split('?', 1)[0])
  );
}

/** Number of Host headers. Of several Node keeps the first, but a proxy may have read the last. */
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

/** Also remembers the whole header (`localhost:9200`), so that the usual request costs one look-up. */
const LOCAL_HOSTS = new Set(['localhost', '[::1]', '127.0.0.1']);

/** Empty unless the text is `host[:port]`: the host of `localhost:a@evil.example` is the part after the `@`. */
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

/** A body must say that it is JSON; other types are refused (406), which also forces browsers to ask first. */
export function checkContentType(contentType: string | null): void {
  if (contentType === null) throw new HttpError(406, 'Content-Type header [] is not supported');
  const semicolon = contentType.indexOf(';');
  const type = semicolon === -1 ? contentType : contentType.slice(0, semicolon);
  if (JSON_TYPES.has(type.trim().toLowerCase())) return;
  throw new HttpError(406, `Content-Type header [${contentType}] is not supported`);
}
