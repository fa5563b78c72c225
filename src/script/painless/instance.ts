import type { PainlessObject, Value } from './values.ts';

type Members = Readonly<Record<string, (args: readonly Value[]) => Value>>;

/** An object with few members and private state: an iterator, a tokenizer, a random number generator. */
export class Instance implements PainlessObject {
  readonly className: string;
  readonly members: Members;
  readonly #text: () => string;

  constructor(className: string, members: Members, text: () => string = () => className) {
    this.className = className;
    this.members = members;
    this.#text = text;
  }

  toString(): string {
    return this.#text();
  }
}
