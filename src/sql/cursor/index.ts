export { CursorContexts, type OpenCursor, type Page, type PageSource } from './contexts.ts';
