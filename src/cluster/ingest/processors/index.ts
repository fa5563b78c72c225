import type { ProcessorType } from '../processor.ts';
import { convertProcessor } from './convert.ts';
import { csvProcessor } from './csv.ts';
import { dateIndexNameProcessor, dateProcessor } from './dates.ts';
import { dissectProcessor } from './dissect.ts';
import {
  dropProcessor,
  failProcessor,
  pipelineProcessor,
  refusedProcessors,
  scriptProcessor,
} from './flow.ts';
import { grokProcessor } from './grok.ts';
import { jsonProcessor } from './json.ts';
import { kvProcessor } from './kv.ts';
import { foreachProcessor, joinProcessor, sortProcessor, splitProcessor } from './lists.ts';
import { dotExpanderProcessor, removeProcessor, renameProcessor } from './remove.ts';
import { appendProcessor, setProcessor } from './set.ts';
import { textProcessors } from './texts.ts';

/** All kinds of processors by name. */
export const processorTypes: ReadonlyMap<string, ProcessorType> = new Map(
  [
    appendProcessor,
    convertProcessor,
    csvProcessor,
    dateProcessor,
    dateIndexNameProcessor,
    dissectProcessor,
    dotExpanderProcessor,
    dropProcessor,
    failProcessor,
    foreachProcessor,
    grokProcessor,
    joinProcessor,
    jsonProcessor,
    kvProcessor,
    pipelineProcessor,
    removeProcessor,
    renameProcessor,
    scriptProcessor,
    setProcessor,
    sortProcessor,
    splitProcessor,
    ...textProcessors,
    ...refusedProcessors,
  ].map((type) => [type.name, type]),
);
