const LINES_PATH = /\/_(?:bulk|msearch|msearch\/template)(?:\?|$)/;

/** Whether the body of a request to this path is NDJSON, not one JSON value. */
export function takesLines(path: string): boolean {
  return LINES_PATH.test(path);
}
