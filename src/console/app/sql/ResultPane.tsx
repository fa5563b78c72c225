import { type LanguageName, quotedName } from '../../../statement/index.ts';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { catalog, isCatalogKnown } from './catalog.ts';
import { ResultTable } from './ResultTable.tsx';
import { run, runStatement } from './run.ts';
import { language, setDraft, tabId } from './tabs.ts';

/** The rows of the statement, or why there are none. */
export function ResultPane() {
  const current = run.value;
  return (
    <section class="card" aria-label="Result">
      {current === null && <Suggestions />}
      {current?.state === 'running' && <Skeleton lines={8} />}
      {current?.state === 'failed' && (
        <div class="card-body">
          <Failure error={current.error} />
        </div>
      )}
      {current?.state === 'done' && current.result && (
        <ResultTable key={`${tabId.value} ${current.sql}`} result={current.result} timing={current.timing} />
      )}
    </section>
  );
}

/** Something to begin with, of the tables that are there. */
function Suggestions() {
  if (!isCatalogKnown.value) return <Skeleton lines={6} />;
  const { tables } = catalog.value;
  const { films, all, list } = SUGGESTED[language.value];
  const statements = tables.has('movies')
    ? films
    : [...tables.keys()].slice(0, 4).map((name) => all(quotedName(name)));
  return (
    <Empty title="Write a statement, and run it">
      <p>
        {statements.length > 0
          ? 'Or begin with one of these:'
          : 'There are no indices yet: the Data view takes JSON, NDJSON and CSV files.'}
      </p>
      <ul class="suggestions">
        {[...statements, list].map((sql) => (
          <li key={sql}>
            <button type="button" onClick={() => start(sql)}>
              {sql}
            </button>
          </li>
        ))}
      </ul>
    </Empty>
  );
}

function start(sql: string): void {
  setDraft(sql);
  void runStatement(sql);
}

interface Suggested {
  readonly films: readonly string[];
  readonly all: (table: string) => string;
  readonly list: string;
}

const FILMS = [
  'SELECT genre, COUNT(*) AS films, AVG(imdb) AS rating\nFROM movies\nWHERE imdb IS NOT NULL\nGROUP BY genre\nORDER BY films DESC',
  'SELECT title, director, released, imdb\nFROM movies\nWHERE imdb > 8 AND LENGTH(title) < 12\nORDER BY imdb DESC',
  "SELECT title, released FROM movies WHERE MATCH(title, 'star')",
];

const SUGGESTED: Readonly<Record<LanguageName, Suggested>> = {
  sql: { films: FILMS, all: (table) => `SELECT * FROM ${table} LIMIT 20`, list: 'SHOW TABLES LIKE %' },
  ppl: {
    films: [
      'source=movies\n| where isnotnull(imdb)\n| stats count() as films, avg(imdb) as rating by genre\n| sort - films',
      'source=movies | where imdb > 8 | sort - imdb | fields title, director, released, imdb',
      "source=movies | where match(title, 'star') | fields title, released",
    ],
    all: (table) => `source=${table} | head 20`,
    list: 'show datasources',
  },
};
