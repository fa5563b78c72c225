/** The code that is tested: it takes a client, and knows nothing of who answers. */
export async function searchFilms(client, words, { minRating = 0 } = {}) {
  const { body } = await client.search({
    index: 'films',
    body: {
      query: {
        bool: { must: [{ match: { title: words } }], filter: [{ range: { rating: { gte: minRating } } }] },
      },
    },
  });
  return body.hits.hits.map(({ _source }) => _source.title);
}
