/**
 * The rules of the original's parser, which decide what its syntax errors list. What a rule may end with, which rule
 * decides and what is one set of tokens shows in the lists, so rules that only pass on another one are left out, but
 * no decision is.
 *
 * Small letters name rules, capitals tokens, `@` the tokens of a role, quotes signs; `value:5` is a call at that
 * precedence, `!` keeps alternatives of single tokens apart, which are otherwise one set.
 */
export const rules: Readonly<Record<string, string>> = {
  root: 'query? EOF',
  query: "opening ('|' command)*",
  opening: 'search | describe | sources',
  command:
    'where | fields | rename | stats | dedup | sort | eval | head | top | rare | grok | parse | patterns | kmeans | ad | ml',
  search: 'SEARCH? from | SEARCH? from logical | SEARCH? logical from',
  describe: 'DESCRIBE tables',
  sources: 'SHOW DATASOURCES',
  where: 'WHERE logical',
  fields: "FIELDS ('+' | '-')? columns",
  rename: "RENAME renaming (',' renaming)*",
  stats:
    "STATS (PARTITIONS '=' integer)? (ALLNUM '=' truth)? (DELIM '=' string)? aggregated (',' aggregated)* " +
    "grouping? (DEDUP_SPLITVALUES '=' truth)?",
  dedup: "DEDUP integer? columns (KEEPEMPTY '=' truth)? (CONSECUTIVE '=' truth)?",
  sort: "SORT sortKey (',' sortKey)*",
  eval: "EVAL assignment (',' assignment)*",
  head: 'HEAD integer? (FROM integer)?',
  top: 'TOP integer? columns byColumns?',
  rare: 'RARE columns byColumns?',
  grok: 'GROK expression string',
  parse: 'PARSE expression string',
  patterns: 'PATTERNS patternsParameter* expression',
  patternsParameter: "NEW_FIELD '=' string | PATTERN '=' string",
  kmeans: 'KMEANS kmeansParameter*',
  kmeansParameter: "CENTROIDS '=' integer | ITERATIONS '=' integer | DISTANCE_TYPE '=' string",
  ad: 'AD adParameter*',
  adParameter:
    "NUMBER_OF_TREES '=' integer | SHINGLE_SIZE '=' integer | SAMPLE_SIZE '=' integer | " +
    "OUTPUT_AFTER '=' integer | TIME_DECAY '=' decimal | ANOMALY_RATE '=' decimal | CATEGORY_FIELD '=' string | " +
    "TIME_FIELD '=' string | DATE_FORMAT '=' string | TIME_ZONE '=' string | TRAINING_DATA_SIZE '=' integer | " +
    "ANOMALY_SCORE_THRESHOLD '=' decimal",
  ml: 'ML mlParameter*',
  mlParameter: "ident '=' literal",
  from: "SOURCE '=' tables | INDEX '=' tables",
  tables: "table (',' table)*",
  table: 'name | DATED',
  renaming: 'pattern AS pattern',
  byColumns: 'BY columns',
  grouping: "BY columns | BY bucketed | BY bucketed ',' columns",
  bucketed: 'bucket (AS name)?',
  bucket: "SPAN '(' name ',' literal unit? ')'",
  unit: '@SpanUnit',
  sortKey: "('+' | '-')? sortColumn",
  sortColumn: "name | AUTO '(' name ')' | STR '(' name ')' | IP '(' name ')' | NUM '(' name ')'",
  assignment: "name '=' expression",
  aggregated: 'aggregate (AS pattern)?',
  aggregate:
    "@Aggregate '(' value ')' | COUNT '(' ')' | (DISTINCT_COUNT | DC) '(' value ')' | percentile | take",
  take: "TAKE '(' name (',' integer)? ')'",
  percentile: "PERCENTILE '<' integer '>' '(' name ')'",
  expression: 'logical | comparison | value',
  comparison: "value ('=' | NOT_EQUAL | '<' | NOT_LESS | '>' | NOT_GREATER | REGEXP) value | value IN list",
  primary: 'call | cast | name | literal',
  position: "POSITION '(' argument IN argument ')'",
  condition: "@Condition '(' arguments ')'",
  relevance: 'fieldSearch | fieldsSearch',
  fieldSearch: "@FieldSearch '(' searched ',' searchText (',' searchOption)* ')'",
  fieldsSearch: "@FieldsSearch '(' '[' weighted (',' weighted)* ']' ',' searchText (',' searchOption)* ')'",
  weighted: "searched | searched weight | searched '^' weight",
  weight: 'integer | decimal',
  searched: 'name | string',
  searchText: 'name | literal',
  searchOption: "@SearchOption '=' searchText",
  call: "@EvalFunction '(' arguments ')'",
  cast: "CAST '(' expression AS castType ')'",
  castType: '@CastType!',
  arguments: "(argument (',' argument)*)?",
  argument: "(ident '=')? value",
  literal: 'interval | string | integer | decimal | truth | dated',
  interval: 'INTERVAL value @IntervalUnit',
  string: 'DOUBLE | SINGLE',
  integer: "('+' | '-')? INTEGER",
  decimal: "('+' | '-')? DECIMAL",
  truth: 'TRUE | FALSE',
  dated: 'date | time | timestamp',
  date: 'DATE string',
  time: 'TIME string',
  timestamp: 'TIMESTAMP string',
  list: "'(' literal (',' literal)* ')'",
  columns: "name (',' name)*",
  name: "ident ('.' ident)*",
  pattern: "wildcard ('.' wildcard)*",
  wildcard: "ident ('%' ident)* '%'? | ''' wildcard ''' | '\"' wildcard '\"' | '`' wildcard '`'",
  ident: "'.'? ID | '`' ident '`' | QUOTED | @Keyword",
  // Nothing calls these two, but what follows their parts shows in the lists.
  tableFunction: "name '(' arguments ')'",
  patternList: "pattern (',' pattern)*",
};

/** Rules that begin with an operand and go on with operators, by their precedence. */
export interface OperatorRule {
  readonly operand: string;
  readonly operators: readonly (readonly [precedence: number, rest: string])[];
}

export const operatorRules: Readonly<Record<string, OperatorRule>> = {
  logical: {
    operand: 'comparison | NOT logical:6 | condition | relevance',
    operators: [
      [5, 'OR logical:6'],
      [4, 'AND? logical:5'],
      [3, 'XOR logical:4'],
    ],
  },
  value: {
    operand: "primary | position | '(' value ')'",
    operators: [
      [5, "('*' | '/' | '%') value:6"],
      [4, "('+' | '-') value:5"],
    ],
  },
};
