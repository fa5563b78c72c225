/** Members of a body that are accepted although nothing reads them. */
interface Row {
  readonly paths: RegExp;
  readonly because: string;
}

/**
 * Where a body may contain members that its handler does not know; everywhere else they are errors in the
 * original's words, or a test fails. `npm run docs` prints this table.
 */
export const bodiesTaken: readonly Row[] = [
  {
    paths: /^\/\{index\}\/(_doc|_create)(\/\{id\})?$/,
    because: 'the body is the document',
  },
  {
    paths: /^\/_scripts\/\{id\}/,
    because: 'the original reads no further than `script`, and of it what it knows',
  },
  {
    paths: /\/_alias(es)?(\/\{name\})?$/,
    because: 'the original passes over what it does not know',
  },
  {
    paths: /^\/_ingest\/pipeline(\/\{id\})?\/_simulate$/,
    because: 'the original takes `pipeline` and `docs` out of the body, and leaves the rest',
  },
  {
    paths: /^\/_snapshot\/\{repository\}$/,
    because: 'the original passes over what it does not know',
  },
  {
    paths: /^\/_ext\/_query\/settings$/,
    because: 'the plugin takes `transient` and `persistent` out of the body, and leaves the rest',
  },
  {
    paths: /_search_shards$|^\/_ext\/_knn\/(stats|\{nodeId\}\/stats)/,
    because: 'the original does not read the body',
  },
];
