export { readOrgJson } from './orgJsonReader.ts';
export {
  type CursorCall,
  flag,
  illegal,
  parseCall,
  parseFormat,
  type SqlCall,
  type StatementCall,
} from './request.ts';
export { errorResponse, JSON_TYPE, ok, pipelineErrorResponse, TEXT_TYPE } from './response.ts';
