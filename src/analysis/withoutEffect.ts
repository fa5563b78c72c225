/** Parameters of analysis components that are taken, as in the original, and change nothing here. */
interface Row {
  readonly kind: 'tokenizer' | 'filter' | 'char_filter' | 'analyzer';
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly because: string;
}

/**
 * What a component takes in 2.7 and does not read here stands in this table, or a test fails. `npm run docs` prints it.
 * Parameters that the original does not know are let pass there, and so they are here.
 */
export const unusedAnalysisParameters: readonly Row[] = [
  {
    kind: 'tokenizer',
    types: ['path_hierarchy', 'PathHierarchy'],
    names: ['buffer_size'],
    because: 'a text is read whole',
  },
  {
    kind: 'filter',
    types: ['limit'],
    names: ['consume_all_tokens'],
    because: 'the tokens behind the limit are made in any case',
  },
  {
    kind: 'filter',
    types: ['synonym', 'synonym_graph'],
    names: ['updateable'],
    because: 'not emulated: such a filter may also be used where documents are indexed',
  },
];
