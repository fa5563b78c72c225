import type { Express, NextFunction, Request, Response } from 'express';
import express from 'express';
import type { Dispatcher } from './dispatch.ts';
import { methodNotAllowed, noHandler } from './httpError.ts';
import { badEscape } from './query.ts';
import type { HttpMethod, Route } from './route.ts';
import { pathParameters } from './route.ts';

/** The order in which the original lists allowed methods. */
const METHOD_ORDER: readonly HttpMethod[] = ['POST', 'PUT', 'HEAD', 'GET', 'DELETE'];

/** Express over the routes table: a literal segment wins over a parameter, as in the original's path trie. */
export function createApp(table: readonly Route[], dispatcher: Dispatcher): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  for (const [shape, rows] of byShape(table)) addPath(app, shape, rows, dispatcher);
  app.use((req: Request, res: Response) =>
    dispatcher.refuse(noHandler(req.originalUrl, req.method), req, res),
  );
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) =>
    dispatcher.refuse(error instanceof URIError ? badEscape(req.path) : error, req, res),
  );
  return app;
}

/** `/{index}/_doc/{id}` → `/:0/_doc/:1`-like shapes: paths that differ in names only are one path. */
function byShape(table: readonly Route[]): [string, readonly Route[]][] {
  const shapes = new Map<string, Route[]>();
  for (const route of table) {
    const shape = route.path.replace(/\{\w+\}/g, '{}');
    const rows = shapes.get(shape);
    if (rows) rows.push(route);
    else shapes.set(shape, [route]);
  }
  return [...shapes].sort(([a], [b]) => compareShapes(a, b));
}

/** Literal segments first, from left to right; `{` sorts after every character that a literal starts with. */
function compareShapes(a: string, b: string): number {
  const [x, y] = [a.split('/'), b.split('/')];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    if (x[i] !== y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return x.length - y.length;
}

function addPath(app: Express, shape: string, rows: readonly Route[], dispatcher: Dispatcher): void {
  const byMethod = new Map<string, Route>(rows.map((row) => [row.method, row]));
  const allowed = METHOD_ORDER.filter((method) => byMethod.has(method));
  let position = 0;
  const path = shape.replace(/\{\}/g, () => `:p${position++}`);
  // One layer for the path: `app.all` would make one for each of 34 methods.
  app.route(path).all((req: Request, res: Response) => {
    const route = byMethod.get(req.method);
    if (route) return dispatcher.serve(route, namedParams(route, req.params), req, res);
    if (req.method === 'OPTIONS') {
      res.writeHead(200, { allow: allowed.join(','), 'content-type': 'text/plain; charset=UTF-8' }).end();
      return undefined;
    }
    return dispatcher.refuse(methodNotAllowed(req.originalUrl, req.method, allowed), req, res);
  });
}

function namedParams(route: Route, params: Request['params']): Record<string, string> {
  const values = pathParameters(route.path).map((name, i) => [name, String(params[`p${i}`] ?? '')]);
  return Object.fromEntries(values) as Record<string, string>;
}
