/** A document as read from a file. */
export interface DocumentRecord {
  /** From a bulk action or a search hit; `null` if the file gives none. */
  readonly id: string | null;
  readonly routing: string | null;
  /** The original JSON text: numbers keep every digit. */
  readonly text: string;
  /** Where the document is in the file: `line 7`, `item 7`, `row 7`. */
  readonly place: string;
}

export type FieldValues = Readonly<Record<string, unknown>>;

/** The fields of a record. Throws Error, with a message that gives the place, if it is not a JSON object. */
export function fieldsOf({ text, place }: DocumentRecord): FieldValues {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${place} is not JSON: ${(error as Error).message}`);
  }
  if (isFields(value)) return value;
  throw new Error(`${place} is not a JSON object`);
}

export function isFields(value: unknown): value is FieldValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
