export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** A number written with a fraction or exponent whose value is whole (`1.0`): only `parseJsonExact` makes it. */
export class JsonDouble {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }

  valueOf(): number {
    return this.value;
  }

  toJSON(): number {
    return this.value;
  }
}

export type ExactJsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | JsonDouble
  | ExactJsonValue[]
  | { [key: string]: ExactJsonValue };
