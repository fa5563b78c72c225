import type { RequestListener } from 'node:http';
import type { Express, Request, Response } from 'express';
import express from 'express';
import type { Dispatcher } from './dispatch.ts';
import { methodNotAllowed } from './httpError.ts';
import type { Route } from './route.ts';

/** The express app: the console's pages and files, followed by the API router. */
export function createApp(
  table: readonly Route[],
  dispatcher: Dispatcher,
  apis: RequestListener,
): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', false);
  const pages = table.filter(({ tag }) => tag === 'console');
  for (const path of new Set(pages.map((page) => page.path))) {
    addPage(
      app,
      path,
      pages.filter((page) => page.path === path),
      dispatcher,
    );
  }
  app.use((req: Request, res: Response) => apis(req, res));
  return app;
}

function addPage(app: Express, path: string, rows: readonly Route[], dispatcher: Dispatcher): void {
  const allowed = rows.map(({ method }) => method);
  app.all(path, (req: Request, res: Response) => {
    const route = rows.find(({ method }) => method === req.method);
    if (route) return dispatcher.serve(route, {}, req, res);
    return dispatcher.refuse(methodNotAllowed(req.originalUrl, req.method, allowed), req, res);
  });
}
