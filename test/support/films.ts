import { send } from './node.ts';

/** Three films, one of them with wide characters; their vectors have four numbers. */
export const FILMS = [
  { title: 'Alien', genre: 'Horror', year: 1979, v: [1, 0, 0, 0] },
  { title: '七人の侍', genre: 'Drama', year: 1954, v: [0, 1, 0, 0] },
  { title: 'Heat', genre: null, year: 1995, v: [0.9, 0.1, 0, 0] },
];

const MAPPING = {
  settings: { 'index.knn': true, number_of_replicas: 0 },
  mappings: {
    properties: {
      title: { type: 'keyword' },
      genre: { type: 'keyword' },
      year: { type: 'integer' },
      v: { type: 'knn_vector', dimension: 4 },
    },
  },
};

/** Index `films` on a server. */
export async function plantFilms(url: string): Promise<void> {
  await send(url, 'PUT', '/films', MAPPING);
  const lines = FILMS.map((film, i) => `{"index":{"_id":"${i + 1}"}}\n${JSON.stringify(film)}\n`);
  await send(url, 'POST', '/films/_bulk?refresh=true', lines.join(''));
}
