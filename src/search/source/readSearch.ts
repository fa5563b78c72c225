import type { JsonObject } from '../../common/index.ts';
import type { PreparedSearch } from '../types.ts';
import type { SearchSource } from './searchSource.ts';

/** A body with stored scripts resolved, and its parsed form. */
export class ReadSearch implements PreparedSearch {
  readonly body: JsonObject;
  readonly source: SearchSource;

  constructor(body: JsonObject, source: SearchSource) {
    this.body = body;
    this.source = source;
  }
}
