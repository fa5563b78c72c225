export { type Answer, type RestOfPages, whole } from './answer.ts';
export { CursorContexts, type OpenCursor, type Page, type PageSource } from './contexts.ts';
