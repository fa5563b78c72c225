import { ask } from '../../support/http.ts';
import { type ApiTable, type HttpRequest, type Parameters, requestOf } from './apis.ts';
import { check, checkTruth, isAssertion, isObject, Mismatch, patternOf } from './assertions.ts';
import type { Step, YamlCase } from './suite.ts';

/** The case is not for this version or this runner. */
class Skipped extends Error {}

export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'skipped' | 'failed'; readonly why: string };

const FEATURES = new Set(
  `headers regex stash_in_path stash_in_key contains arbitrary_key warnings allowed_warnings stash_path_replace
  default_shards embedded_stash_key node_selector close_to`.split(/\s+/),
);
const STATUSES: Readonly<Record<string, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  missing: 404,
  request_timeout: 408,
  conflict: 409,
  unavailable: 503,
};
/** What stands beside the call in a `do`. */
const BESIDE = /^(catch|headers|node_selector|(allowed_)?warnings(_regex)?)$/;

/** Runs one case against a server that holds nothing. */
export class Session {
  readonly #url: string;
  readonly #apis: ApiTable;
  readonly #version: readonly number[];
  readonly #stash = new Map<string, unknown>();
  #answer: unknown = null;

  constructor(url: string, apis: ApiTable, version: string) {
    this.#url = url;
    this.#apis = apis;
    this.#version = numbersOf(version);
  }

  async run({ setup, steps, teardown }: YamlCase): Promise<Outcome> {
    const outcome = await this.#steps([...setup, ...steps]);
    for (const step of teardown) await this.#steps([step]);
    return outcome;
  }

  async #steps(steps: readonly Step[]): Promise<Outcome> {
    try {
      for (const step of steps) await this.#step(...(Object.entries(step)[0] as [string, unknown]));
      return { kind: 'passed' };
    } catch (error) {
      if (error instanceof Skipped) return { kind: 'skipped', why: error.message };
      if (error instanceof Mismatch) return { kind: 'failed', why: error.message };
      throw error;
    }
  }

  async #step(name: string, argument: unknown): Promise<void> {
    if (name === 'do') return this.#do(argument as Parameters);
    if (name === 'skip') return this.#skip((argument ?? {}) as Parameters);
    if (name === 'is_true' || name === 'is_false') {
      return checkTruth(name, String(argument), this.#at(String(argument)));
    }
    for (const [path, value] of Object.entries(argument as Parameters)) {
      if (name === 'set') this.#stash.set(String(value), this.#at(path));
      else if (isAssertion(name)) check(name, path, this.#at(path), this.#filled(value));
      else throw new Skipped(`step ${name}`);
    }
  }

  async #do(argument: Parameters): Promise<void> {
    const [name, parameters] = Object.entries(argument).find(([key]) => !BESIDE.test(key)) as [
      string,
      Parameters,
    ];
    const filled = this.#filled(parameters ?? {}) as Parameters;
    const request = requestOf(this.#apis, name, filled);
    if (request === null) throw new Skipped(`no API ${name}`);
    const headers = Object.entries(this.#filled(argument.headers ?? {}) as Record<string, string>);
    const { status, value } = await this.#send(
      request,
      Object.fromEntries(headers.map(([key, value]) => [key.toLowerCase(), value])),
    );
    this.#answer = value;
    const what = `${name}: ${status} ${JSON.stringify(value).slice(0, 240)}`;
    if (argument.catch !== undefined) return checkError(String(argument.catch), status, value, what);
    const ignored = [filled.ignore ?? []].flat().map(Number);
    const mayMiss = /(^|\.)exists/.test(name);
    if (status >= 400 && !ignored.includes(status) && !mayMiss) throw new Mismatch(what);
  }

  async #send(
    request: HttpRequest,
    headers: Record<string, string>,
  ): Promise<{ status: number; value: unknown }> {
    const { method, path, body, contentType } = request;
    // What many clients may not send with GET, the engine takes with POST.
    const { status, text } = await ask(this.#url + path, {
      method: method === 'GET' && body !== null ? 'POST' : method,
      headers: body === null ? headers : { 'content-type': contentType, ...headers },
      body,
    });
    if (method === 'HEAD') return { status, value: status === 200 };
    try {
      return { status, value: JSON.parse(text) };
    } catch {
      return { status, value: text };
    }
  }

  #skip({ features = [], version }: Parameters): void {
    for (const feature of [features].flat()) {
      if (!FEATURES.has(String(feature))) throw new Skipped(`feature ${feature}`);
    }
    for (const range of version === undefined ? [] : String(version).split(',')) {
      const [from, to] = range.split('-');
      if (range.trim() === 'all' || (to !== undefined && isWithin(this.#version, from, to))) {
        throw new Skipped(`version ${version}`);
      }
    }
  }

  /** `hits.hits.0._source`; a dot of a name is written `\.`. */
  #at(path: string): unknown {
    if (path === '' || path === '$body') return this.#answer;
    let value = this.#answer;
    for (const part of path.split(/(?<!\\)\./)) {
      if (value === null || value === undefined) return null;
      const name = String(this.#filled(part.replace(/\\\./g, '.')));
      const object = value as Record<string, unknown>;
      if (name === '_arbitrary_key_') value = Object.keys(object)[0];
      else value = Array.isArray(value) || Object.hasOwn(object, name) ? object[name] : null;
    }
    return value;
  }

  /** Replaces `$name` and `${name}` by what was set. */
  #filled(value: unknown): unknown {
    if (typeof value === 'string') {
      if (value === '$body') return this.#answer;
      const whole = /^\$\{?(\w+)\}?$/.exec(value)?.[1];
      if (whole !== undefined && this.#stash.has(whole)) return this.#stash.get(whole);
      return value.replace(/\$\{(\w+)\}|\$(\w+)/g, (text, a, b) => String(this.#stash.get(a ?? b) ?? text));
    }
    if (Array.isArray(value)) return value.map((item) => this.#filled(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [String(this.#filled(key)), this.#filled(item)]),
    );
  }
}

function checkError(wanted: string, status: number, value: unknown, what: string): void {
  if (status < 400 && wanted === 'param') throw new Skipped('a parameter that the client refuses');
  if (status < 400) throw new Mismatch(`${what}, an error was due`);
  if (wanted in STATUSES && STATUSES[wanted] !== status) throw new Mismatch(`${what} for ${wanted}`);
  const pattern = patternOf(wanted);
  if (pattern === null) return;
  const exact = new RegExp(wanted.trim().slice(1, -1));
  const text = JSON.stringify(value).replaceAll('\\"', '"');
  if (!exact.test(text) && !pattern.test(text)) throw new Mismatch(`${what} does not match ${wanted}`);
}

const numbersOf = (version: string): number[] => (version.match(/\d+/g) ?? []).slice(0, 3).map(Number);

function isWithin(version: readonly number[], from: string, to: string): boolean {
  const [low, high] = [numbersOf(from), numbersOf(to)];
  return (low.length === 0 || order(low, version) <= 0) && (high.length === 0 || order(version, high) <= 0);
}

function order(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < 3; i++) if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) - (b[i] ?? 0);
  return 0;
}
