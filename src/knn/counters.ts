/** Counters that live as long as the node (those of the cache restart with the cache). */
export class KnnCounters {
  graphQueryRequests = 0;
  graphQueryErrors = 0;
  graphIndexRequests = 0;
  graphIndexErrors = 0;
  knnQueryRequests = 0;
  knnQueryWithFilterRequests = 0;
  scriptCompilations = 0;
  scriptCompilationErrors = 0;
  scriptQueryRequests = 0;
  scriptQueryErrors = 0;
  nmslibInitialized = false;
  faissInitialized = false;
  luceneInitialized = false;
}

/** Marks a library as used: when the first graph is built or loaded, or the first lucene field created. */
export function markInitialized(counters: KnnCounters, engine: 'nmslib' | 'faiss' | 'lucene'): void {
  if (engine === 'nmslib') counters.nmslibInitialized = true;
  else if (engine === 'faiss') counters.faissInitialized = true;
  else counters.luceneInitialized = true;
}
