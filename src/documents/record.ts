/** A document as it stands in a file. */
export interface DocumentRecord {
  /** Of a bulk action or a search hit; null: the file names none. */
  readonly id: string | null;
  readonly routing: string | null;
  /** JSON as it stands there: numbers keep every digit. */
  readonly text: string;
  /** `line 7`, `item 7`, `row 7`. */
  readonly place: string;
}

export type FieldValues = Readonly<Record<string, unknown>>;

/** The fields of a record. Throws Error, in words that name the place, for what is no JSON object. */
export function fieldsOf({ text, place }: DocumentRecord): FieldValues {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${place} is no JSON: ${(error as Error).message}`);
  }
  if (isFields(value)) return value;
  throw new Error(`${place} is no object`);
}

export function isFields(value: unknown): value is FieldValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
