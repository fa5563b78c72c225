export { illegal } from './members.ts';
export { readOrgJson } from './orgJsonReader.ts';
export {
  type CursorCall,
  flag,
  parseCall,
  parseFormat,
  type SqlCall,
  type StatementCall,
} from './request.ts';
export { errorResponse, JSON_TYPE, ok, pipelineErrorResponse, TEXT_TYPE } from './response.ts';
