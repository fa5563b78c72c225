// What a program does with LangChain's vector store; prints what it sees. Argument: the server's URL.
import { OpenSearchVectorStore } from '@langchain/community/vectorstores/opensearch';
import { Document } from '@langchain/core/documents';
import { Embeddings } from '@langchain/core/embeddings';
import { Client } from '@opensearch-project/opensearch';

/** Counts of a few letters: near texts are near vectors, and nothing is fetched. */
class LetterEmbeddings extends Embeddings {
  constructor() {
    super({});
  }

  async embedDocuments(texts) {
    return texts.map((text) => Array.from('aeiostnr', (letter) => text.split(letter).length - 1));
  }

  async embedQuery(text) {
    return (await this.embedDocuments([text]))[0];
  }
}

const client = new Client({ nodes: [process.argv[2]] });
const texts = ['a tin of tea', 'a ton of sand', 'no rest', 'seas and oceans'];
const documents = texts.map((pageContent, i) => new Document({ pageContent, metadata: { page: i, even: i % 2 === 0 } }));
const show = (what, value) => console.log(`${what}: ${JSON.stringify(value)}`);

for (const [engine, spaceType] of [
  ['nmslib', 'l2'],
  ['nmslib', 'cosinesimil'],
  ['faiss', 'l2'],
  ['lucene', 'cosinesimil'],
]) {
  const indexName = `lc-${engine}-${spaceType}`;
  const options = { client, indexName, vectorSearchOptions: { engine, spaceType, numberOfShards: 1 } };
  const store = await OpenSearchVectorStore.fromDocuments(documents, new LetterEmbeddings(), options);
  await store.addVectors([[9, 9, 9, 9, 9, 9, 9, 9]], [new Document({ pageContent: 'far', metadata: { page: 9 } })], {
    ids: ['far'],
  });
  const scored = await store.similaritySearchWithScore('a tin of tea', 2);
  show(indexName, scored.map(([{ pageContent }, score]) => [pageContent, Number(score.toFixed(6))]));
  for (const filter of [{ even: true }, { page: [1, 3] }, { page: { gte: 2, lt: 9 } }, { missing: { exists: true } }]) {
    const found = await store.similaritySearch('a tin of tea', 5, filter);
    show(`  ${JSON.stringify(filter)}`, found.map(({ pageContent, metadata }) => [pageContent, metadata.page]));
  }
  const retrieved = await store.asRetriever({ k: 1 }).invoke('oceans and seas');
  show('  retrieved', retrieved.map(({ pageContent }) => pageContent));
  show('  exists', await store.doesIndexExist());
  await store.deleteIfExists();
  show('  exists', await store.doesIndexExist());
}
