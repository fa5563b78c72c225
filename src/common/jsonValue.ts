import { javaDouble } from './float32.ts';

export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/**
 * A double that JavaScript prints differently from Java: `1.0`, `1.0E10`, `1.0E-5`. Made by `jsonDouble` and
 * `parseJsonExact`; the renderers print it as Java does.
 */
export class JsonDouble {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }

  valueOf(): number {
    return this.value;
  }

  toString(): string {
    return javaDouble(this.value);
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
  | ExactJsonObject;
export interface ExactJsonObject {
  [key: string]: ExactJsonValue;
}
