import type { IncomingHttpHeaders } from 'node:http';
import { OpenSearchError } from '../common/index.ts';
import { HttpError } from './httpError.ts';

/** From where one may talk to this server: a browser must not be made to talk for a stranger. */
export interface AccessRules {
  /** Host names beside localhost and loopback literals (`--allow-host`, the address bound to). */
  readonly allowedHosts: readonly string[];
  /** Origins beside our own (`--allow-origin`). */
  readonly allowedOrigins: readonly string[];
}

/** Throws security_exception (403) for a foreign Host, a foreign Origin, or a cross-site request of a browser. */
export function checkAccess(headers: IncomingHttpHeaders, rules: AccessRules): void {
  const { host, origin } = headers;
  if (!hostAllowed(host, rules.allowedHosts)) {
    throw forbidden(`the Host header [${host ?? ''}] is not this server's; allow it with --allow-host`);
  }
  if (origin !== undefined) {
    if (!originAllowed(origin, host as string, rules)) {
      throw forbidden(`requests from the origin [${origin}] are refused; allow it with --allow-origin`);
    }
  } else if (headers['sec-fetch-site'] === 'cross-site') {
    throw forbidden('cross-site requests of a browser are refused');
  }
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

function hostName(host: string): string {
  if (host.startsWith('[')) return host.slice(0, host.indexOf(']') + 1);
  const colon = host.lastIndexOf(':');
  return colon === -1 ? host : host.slice(0, colon);
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
