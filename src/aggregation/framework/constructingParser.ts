import { failedMember, illegalArgument, type JsonObject, OpenSearchError } from '../../common/index.ts';
import {
  type Fields,
  failurePlace,
  type Parsed,
  type ParseOptions,
  readField,
  unknownField,
} from './objectParser.ts';
import { contentError } from './parseErrors.ts';

/** How an object is constructed from some of its members; the others are set afterwards. */
interface Construction<F extends Fields> extends ParseOptions {
  /** The constructor members, in the order in which errors list them. */
  readonly parts: readonly (keyof F & string)[];
  /** Whether it can be constructed without them, at the end. */
  readonly optional?: boolean;
  /** Constructs the object; throws if it is invalid. */
  make?(parsed: Parsed<F>): void;
  /** Throw if setting a member is invalid. */
  readonly setters?: { readonly [K in keyof F]?: (value: never) => void };
}

/**
 * Like parseObject, for objects that the original constructs as soon as it has read the last required member.
 * Errors depend on the time: members read before are set during construction, later ones immediately.
 */
export function parseConstructed<F extends Fields>(
  json: JsonObject,
  fields: F,
  construction: Construction<F>,
): Parsed<F> {
  return new ConstructingParser(json, fields, construction).parse();
}

class ConstructingParser<F extends Fields> {
  readonly #json: JsonObject;
  readonly #fields: F;
  readonly #construction: Construction<F>;
  readonly #parsed: Record<string, unknown> = Object.create(null);
  readonly #waiting: string[] = [];
  #made = false;

  constructor(json: JsonObject, fields: F, construction: Construction<F>) {
    this.#json = json;
    this.#fields = fields;
    this.#construction = construction;
  }

  parse(): Parsed<F> {
    const { parts, optional = false, aliases = {} } = this.#construction;
    for (const key of Object.keys(this.#json))
      this.#member(key, Object.hasOwn(aliases, key) ? aliases[key] : key);
    if (!this.#made) {
      const missing = parts.filter((part) => !(part in this.#parsed));
      if (missing.length > 0 && !optional) throw illegalArgument(`Required [${missing.join(', ')}]`);
      this.#make();
    }
    return this.#parsed as Parsed<F>;
  }

  #member(key: string, name: string): void {
    const { parts } = this.#construction;
    if (!Object.hasOwn(this.#fields, name)) {
      throw unknownField(this.#json, key, this.#fields, this.#construction);
    }
    this.#parsed[name] = readField(this.#fields[name], this.#json, key, this.#construction);
    if (parts.includes(name)) {
      if (this.#made || !parts.every((part) => part in this.#parsed)) return;
      this.#wrapped(key, () => this.#make());
    } else if (this.#made) this.#set(key, name);
    else this.#waiting.push(key);
  }

  #make(): void {
    const { parser, make, aliases = {} } = this.#construction;
    this.#made = true;
    try {
      make?.(this.#parsed as Parsed<F>);
    } catch (error) {
      if (!(error instanceof OpenSearchError)) throw error;
      throw contentError(`Failed to build [${parser}] after last required field arrived`, null, error);
    }
    for (const key of this.#waiting) {
      try {
        this.#set(key, Object.hasOwn(aliases, key) ? aliases[key] : key);
      } catch (error) {
        if (!(error instanceof OpenSearchError)) throw error;
        const reason = `failed to build [${parser}] after last required field arrived`;
        throw contentError(reason, error.at, error);
      }
    }
  }

  #set(key: string, name: string): void {
    const setter = this.#construction.setters?.[name] as ((value: unknown) => void) | undefined;
    if (setter) this.#wrapped(key, () => setter(this.#parsed[name]));
  }

  /** Runs the effect of the member `key`; errors name that member. */
  #wrapped(key: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      if (!(error instanceof OpenSearchError)) throw error;
      const value = this.#json[key];
      const own = failurePlace(value, { container: this.#json, key, edge: 'value' }, illegalArgument(''));
      throw failedMember(this.#construction.parser, key, own, error);
    }
  }
}
