import { illegalArgument, numberFormat } from '../common/index.ts';
import type { IndexValue, MappedFieldType } from './types.ts';

function metadataField(name: string, changes: Partial<MappedFieldType> = {}): MappedFieldType {
  return {
    name,
    typeName: name,
    family: 'metadata',
    indexed: true,
    hasDocValues: false,
    hasNorms: false,
    stored: false,
    nestedPath: null,
    params: {},
    numericKind: null,
    indexAnalyzer: null,
    searchAnalyzer: null,
    searchQuoteAnalyzer: null,
    vector: null,
    toIndexValue: (value) => String(value),
    toRangeBound: (value) => String(value),
    render: (value) => value,
    ...changes,
  };
}

function wholeNumber(value: unknown): IndexValue {
  const text = String(value);
  if (!/^[+-]?\d{1,19}$/.test(text)) throw numberFormat(text);
  return Number(text);
}

const NUMBER: Partial<MappedFieldType> = {
  hasDocValues: true,
  numericKind: 'long',
  toIndexValue: wholeNumber,
  toRangeBound: wholeNumber,
};

const fields = new Map<string, MappedFieldType>(
  [
    metadataField('_id', { stored: true }),
    metadataField('_routing', { stored: true }),
    metadataField('_ignored', { stored: true }),
    metadataField('_field_names'),
    metadataField('_source', {
      indexed: false,
      stored: true,
      toIndexValue: () => {
        throw illegalArgument('The _source field is not searchable');
      },
    }),
    metadataField('_seq_no', NUMBER),
    metadataField('_version', NUMBER),
    metadataField('_nested_path'),
  ].map((field) => [field.name, field]),
);

/** The metadata fields of every index; `_index` holds the index name. */
export function metadataFieldTypes(): ReadonlyMap<string, MappedFieldType> {
  return new Map([...fields, ['_index', metadataField('_index', { hasDocValues: true })]]);
}

const NAMES = new Set([...fields.keys(), '_index', '_data_stream_timestamp']);

export function isMetadataField(path: string): boolean {
  return path.charCodeAt(0) === 0x5f && NAMES.has(path);
}
