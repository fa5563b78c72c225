/** Parameters of analysis components that are accepted, as in the original, but have no effect here. */
interface Row {
  readonly kind: 'tokenizer' | 'filter' | 'char_filter' | 'analyzer';
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly because: string;
}

/**
 * A test fails if a parameter that a component accepts in 2.7, but that no code reads here, is missing from
 * this table. `docs/reference/` is generated from it. Parameters unknown to the original are ignored there, and so
 * they are here.
 */
export const unusedAnalysisParameters: readonly Row[] = [
  {
    kind: 'tokenizer',
    types: ['path_hierarchy', 'PathHierarchy'],
    names: ['buffer_size'],
    because: 'texts are always read as a whole',
  },
  {
    kind: 'filter',
    types: ['limit'],
    names: ['consume_all_tokens'],
    because: 'tokens after the limit are produced anyway',
  },
  {
    kind: 'filter',
    types: ['synonym', 'synonym_graph'],
    names: ['updateable'],
    because: 'not emulated: such a filter is also allowed for indexing',
  },
];
