/** What may stand in a body of JSON, for those who write one. Lists have the shape of their items. */
export interface BodyShape {
  /** The shape of this name stands here. */
  readonly ref?: string;
  readonly members?: Readonly<Record<string, BodyShape>>;
  /** Keys that are no words of the language: `of` stands under each. */
  readonly keys?: KeyKind;
  readonly of?: BodyShape;
  /** More members, by what the member `type` says. */
  readonly byType?: Readonly<Record<string, BodyShape>>;
  /** Values that are usual here. */
  readonly values?: readonly (string | number | boolean)[];
  /** The value is the name of one of these. */
  readonly from?: 'field' | 'index';
  readonly doc?: string;
  /** It must be a list, even of one. */
  readonly list?: true;
}

type KeyKind = 'field' | 'index' | 'name';

type Members = Readonly<Record<string, BodyShape>>;

export const free: BodyShape = {};
export const flag: BodyShape = { values: [true, false] };
export const field: BodyShape = { from: 'field' };
export const index: BodyShape = { from: 'index' };

export function words(...values: readonly (string | number)[]): BodyShape {
  return { values };
}

export function ref(name: string): BodyShape {
  return { ref: name };
}

export function object(members: Members, doc?: string): BodyShape {
  return doc === undefined ? { members } : { members, doc };
}

export function list(of: BodyShape): BodyShape {
  return { ...of, list: true };
}

export function byKey(keys: KeyKind, of: BodyShape): BodyShape {
  return { keys, of };
}

/** Members whose values need no words, and others. */
export function members(plain: string, others: Members = {}): Members {
  return {
    ...Object.fromEntries(plain.split(' ').flatMap((name) => (name === '' ? [] : [[name, free]]))),
    ...others,
  };
}
