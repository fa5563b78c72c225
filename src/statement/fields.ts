/** A field of an index, with its path. */
export interface Field {
  readonly name: string;
  readonly type: string;
  /** Of a `knn_vector`. */
  readonly dimension: number | null;
  /** What else the mapping says, as JSON; empty for nothing. */
  readonly details: string;
}

export interface Mappings {
  readonly properties?: Readonly<Record<string, Property>>;
}

interface Property {
  readonly type?: string;
  readonly dimension?: number;
  readonly properties?: Mappings['properties'];
  readonly fields?: Mappings['properties'];
}

/** Every field of a mapping, objects before their members, multi-fields behind their field. */
export function mappedFields({ properties = {} }: Mappings, prefix = ''): readonly Field[] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const { type = 'object', dimension = null, properties: members, fields, ...rest } = property;
    const name = prefix + key;
    const details = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
    return [
      { name, type, dimension, details },
      ...mappedFields({ properties: members }, `${name}.`),
      ...mappedFields({ properties: fields }, `${name}.`),
    ];
  });
}
