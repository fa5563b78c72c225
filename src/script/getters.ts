import { PainlessFailure } from './painless/errors.ts';
import type { MemberHolder } from './painless/memberTable.ts';
import { asText, type Value } from './painless/values.ts';

/** An object with getters only: `token.term` is `token.getTerm()`. */
export class Getters implements MemberHolder {
  readonly className: string;
  readonly #members: Readonly<Record<string, Value>>;

  constructor(className: string, members: Readonly<Record<string, Value>>) {
    this.className = className;
    this.#members = members;
  }

  member(name: string): Value {
    const getter = /^(?:get|is)([A-Z])(\w*)$/.exec(name);
    const key = getter === null ? name : getter[1].toLowerCase() + getter[2];
    if (Object.hasOwn(this.#members, key)) return this.#members[key];
    throw this.#notFound(name);
  }

  at(index: Value): Value {
    throw this.#notFound(asText(index));
  }

  #notFound(name: string): PainlessFailure {
    return new PainlessFailure('illegal_argument_exception', `field [${this.className}, ${name}] not found`);
  }
}
