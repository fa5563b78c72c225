/** A field of an index with its full path. */
export interface Field {
  readonly name: string;
  readonly type: string;
  /** Only for a `knn_vector`. */
  readonly dimension: number | null;
  /** The rest of the field's mapping as JSON; empty if there is none. */
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

/** All fields of a mapping, objects before their members, multi-fields after their field. */
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
