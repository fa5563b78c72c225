// The official client: search, aggregate, neighbours, SQL. Over the films of `npm start`:
//
//   node examples/javascript/films.mjs [http://127.0.0.1:9200]
import { Client } from '@opensearch-project/opensearch';

const client = new Client({ node: process.argv[2] ?? 'http://127.0.0.1:9200' });

async function search(body) {
  return (await client.search({ index: 'movies', body })).body;
}

// Full text, best first.
const { hits } = await search({ size: 3, query: { match: { title: 'star wars' } } });
for (const { _score, _source } of hits.hits) console.log(_score.toFixed(2), _source.title);

// Numbers by group.
const { aggregations } = await search({
  size: 0,
  aggs: { genres: { terms: { field: 'genre', size: 3 }, aggs: { rating: { avg: { field: 'imdb' } } } } },
});
for (const { key, doc_count, rating } of aggregations.genres.buckets) {
  console.log(key, doc_count, rating.value.toFixed(2));
}

// What is like a film.
const alien = (await client.get({ index: 'movies', id: '1144' })).body._source;
const near = await search({ size: 3, query: { knn: { title_vector: { vector: alien.title_vector, k: 3 } } } });
console.log('like Alien:', near.hits.hits.map(({ _source }) => _source.title).join(', '));

// SQL, as rows.
const { body } = await client.transport.request({
  method: 'POST',
  path: '/_plugins/_sql',
  body: { query: 'SELECT title, imdb FROM movies WHERE imdb > 9 ORDER BY imdb DESC, title' },
});
for (const [title, imdb] of body.datarows) console.log(imdb, title);
