import type { SearchClient } from '../../../client/index.ts';
import type { JsonValue } from '../../../common/index.ts';
import type { PageSource } from '../../cursor/index.ts';
import { hitRows, type RowColumn } from './hitRows.ts';

/** The pages of a scroll, as rows; the last one is cut to what is left. */
export class ScrollPages implements PageSource {
  readonly #client: SearchClient;
  readonly #keepAlive: string;
  readonly #columns: readonly RowColumn[];
  #scrollId: string;
  #left: number;

  constructor(
    client: SearchClient,
    scrollId: string,
    keepAlive: string,
    columns: readonly RowColumn[],
    left: number,
  ) {
    this.#client = client;
    this.#scrollId = scrollId;
    this.#keepAlive = keepAlive;
    this.#columns = columns;
    this.#left = left;
  }

  async next(): Promise<JsonValue[][]> {
    const page = await this.#client.nextScrollPage(this.#scrollId, this.#keepAlive);
    this.#scrollId = page.scrollId ?? this.#scrollId;
    const hits = page.hits.slice(0, this.#left);
    this.#left -= hits.length;
    return hitRows(hits, this.#columns);
  }

  async close(): Promise<void> {
    await this.#client.clearScroll(this.#scrollId);
  }
}
