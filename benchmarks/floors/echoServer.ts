import { createServer } from 'node:http';
import { loadHnswLibrary } from '../../src/knn/hnswLibrary.ts';

/**
 * What HTTP alone costs: a bare node:http server, which reads a request and sends the answer that it was given by
 * `PUT /_answer`. `PUT /_graph` gives it a graph; `POST /_nearest` searches that, with the body of a k-NN search.
 */

type Search = (body: string) => string;

let answer = Buffer.from('{}');
let search: Search = () => '{}';

function openGraph({ path, dimension, ef }: { path: string; dimension: number; ef: number }): Search {
  const library = loadHnswLibrary();
  if (library === null) throw new Error('hnswlib-node is not installed');
  const graph = new library.HierarchicalNSW('l2', dimension);
  graph.readIndexSync(path);
  graph.setEf(ef);
  return (body) => {
    const { vector, k } = JSON.parse(body).query.knn.v;
    const { neighbors, distances } = graph.searchKnn(vector, k);
    const hits = neighbors.map((id, i) => ({ _id: String(id), _score: 1 / (1 + distances[i]) }));
    return JSON.stringify({ hits: { hits } });
  };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    let sent = answer;
    if (request.url === '/_answer') answer = body;
    else if (request.url === '/_graph') search = openGraph(JSON.parse(body.toString()));
    else if (request.url === '/_nearest') sent = Buffer.from(search(body.toString()));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': sent.length });
    response.end(sent);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
process.on('disconnect', () => process.exit());
