// LangChain's vector store: documents with vectors in, neighbours with filters out.
//
//   cd examples/langchain && npm install && node films.mjs [http://127.0.0.1:9200]
import { OpenSearchVectorStore } from '@langchain/community/vectorstores/opensearch';
import { Document } from '@langchain/core/documents';
import { Embeddings } from '@langchain/core/embeddings';
import { Client } from '@opensearch-project/opensearch';

/** Stands in for a model: counts of a few letters, so that texts of the same letters are near. */
class LetterEmbeddings extends Embeddings {
  constructor() {
    super({});
  }

  async embedDocuments(texts) {
    return texts.map((text) => [...'aeiostnr'].map((letter) => text.split(letter).length - 1));
  }

  async embedQuery(text) {
    return (await this.embedDocuments([text]))[0];
  }
}

const plots = [
  ['a ship in space, and something is on board', { year: 1979 }],
  ['a shark is near the beach', { year: 1975 }],
  ['a heist within a dream within a dream', { year: 2010 }],
];
const documents = plots.map(([pageContent, metadata]) => new Document({ pageContent, metadata }));
const client = new Client({ node: process.argv[2] ?? 'http://127.0.0.1:9200' });
const store = await OpenSearchVectorStore.fromDocuments(documents, new LetterEmbeddings(), {
  client,
  indexName: 'plots',
  vectorSearchOptions: { engine: 'nmslib', spaceType: 'cosinesimil' },
});

const [[nearest, score]] = await store.similaritySearchWithScore('the shark is at the beach', 1);
console.log(nearest.pageContent, score.toFixed(3));

for (const { pageContent } of await store.similaritySearch('a shark', 3, { year: { gte: 1979 } })) {
  console.log(pageContent);
}
await store.deleteIfExists();
