/** What a JSON body may contain, for completion in editors. A list has the shape of its items. */
export interface BodyShape {
  /** The name of another shape, to be used instead. */
  readonly ref?: string;
  readonly members?: Readonly<Record<string, BodyShape>>;
  /** The kind of names that the keys are; `of` is the shape of each value. */
  readonly keys?: KeyKind;
  readonly of?: BodyShape;
  /** Additional members, by the value of the member `type`. */
  readonly byType?: Readonly<Record<string, BodyShape>>;
  /** Common values. */
  readonly values?: readonly (string | number | boolean)[];
  /** The value names one of these. */
  readonly from?: 'field' | 'index';
  readonly doc?: string;
  /** What is mostly written; `|` is where something is to be filled in. Absent: the edges of its kind. */
  readonly start?: string;
  /** Must be a list, even of one item. */
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

export function startingWith(start: string, shape: BodyShape): BodyShape {
  return { ...shape, start };
}

/** Members that take any value, by their names, and others. */
export function members(plain: string, others: Members = {}): Members {
  return {
    ...Object.fromEntries(plain.split(' ').flatMap((name) => (name === '' ? [] : [[name, free]]))),
    ...others,
  };
}
