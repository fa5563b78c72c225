import { type JsonObject, type JsonValue, OpenSearchError } from '../../common/index.ts';

const TYPES: ReadonlySet<string> = new Set(
  'point multipoint linestring multilinestring polygon multipolygon geometrycollection bbox envelope'.split(
    ' ',
  ),
);

/** Converts well-known text to GeoJSON. Throws parse_exception. */
export function parseWkt(text: string): JsonObject {
  const reader = new WktReader(text);
  const shape = reader.shape(0);
  reader.end();
  return shape;
}

const MAX_DEPTH = 64;

class WktReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/[(),]|[^\s(),]+/g) ?? [];
  }

  shape(depth: number): JsonObject {
    const type = (this.#next() ?? '').toLowerCase();
    if (!TYPES.has(type)) throw wktError(`Unknown geometry type: ${type}`);
    if (depth > MAX_DEPTH) throw wktError('too many nested geometries');
    if (this.#tokens[this.#at]?.toLowerCase() === 'empty') {
      this.#at++;
      return { type: 'geometrycollection', geometries: [] };
    }
    if (type === 'geometrycollection') {
      return { type, geometries: this.#list(() => this.shape(depth + 1)) };
    }
    if (type === 'bbox' || type === 'envelope') {
      const [left, right, top, bottom] = this.#list(() => this.#number());
      return {
        type: 'envelope',
        coordinates: [
          [left, top],
          [right, bottom],
        ],
      };
    }
    return { type, coordinates: this.#coordinates(type) };
  }

  end(): void {
    if (this.#at < this.#tokens.length)
      throw wktError(`expected end of WKT string but found additional text: ${this.#tokens[this.#at]}`);
  }

  #coordinates(type: string): JsonValue {
    const positions = (): JsonValue[] => this.#list(() => this.#position());
    switch (type) {
      case 'point':
        return positions()[0];
      case 'multipoint':
        return this.#list(() => (this.#tokens[this.#at] === '(' ? positions()[0] : this.#position()));
      case 'linestring':
        return positions();
      case 'multilinestring':
      case 'polygon':
        return this.#list(positions);
      default:
        return this.#list(() => this.#list(positions));
    }
  }

  #list<T>(item: () => T): T[] {
    this.#expect('(');
    const items = [item()];
    while (this.#tokens[this.#at] === ',') {
      this.#at++;
      items.push(item());
    }
    this.#expect(')');
    return items;
  }

  #position(): number[] {
    const numbers = [this.#number(), this.#number()];
    if (!'(),'.includes(this.#tokens[this.#at] ?? ')')) numbers.push(this.#number());
    return numbers;
  }

  #number(): number {
    const token = this.#next() ?? '';
    const number = Number(token);
    if (token === '' || !Number.isFinite(number)) throw wktError(`expected number but found: '${token}'`);
    return number;
  }

  #next(): string | undefined {
    return this.#tokens[this.#at++];
  }

  #expect(token: string): void {
    const found = this.#next();
    if (found !== token) throw wktError(`expected '${token}' but found: ${found ?? 'END-OF-STREAM'}`);
  }
}

function wktError(reason: string): OpenSearchError {
  return new OpenSearchError('parse_exception', reason);
}
