import { illegalArgument, type JsonObject, notEmulated, OpenSearchError } from '../../../common/index.ts';
import { ingestScript, runScript } from '../condition.ts';
import { textTemplate } from '../configuration.ts';
import type { ProcessorType } from '../processor.ts';

export const dropProcessor: ProcessorType = {
  name: 'drop',
  doc: 'drops the document',
  create: () => () => 'drop',
};

export const failProcessor: ProcessorType = {
  name: 'fail',
  doc: 'rejects the document with a message',
  create(configuration) {
    const message = configuration.template('message');
    return (document) => {
      throw new OpenSearchError('fail_processor_exception', message(document));
    };
  },
};

export const pipelineProcessor: ProcessorType = {
  name: 'pipeline',
  doc: 'runs another pipeline',
  create(configuration, context) {
    const name = textTemplate(configuration.text('name'));
    const ignoreMissing = configuration.flag('ignore_missing_pipeline', false);
    return (document) => {
      const id = name(document);
      if (context.hasPipeline(id)) return context.runPipeline(id, document) ? undefined : 'drop';
      if (ignoreMissing) return undefined;
      throw illegalArgument(`Pipeline processor configured for non-existent pipeline [${id}]`);
    };
  },
};

export const scriptProcessor: ProcessorType = {
  name: 'script',
  doc: 'runs a script that may change the document',
  create(configuration, context) {
    const body: JsonObject = {};
    for (const key of ['lang', 'source', 'inline', 'id', 'params', 'options']) {
      const value = configuration.take(key);
      if (value !== undefined) body[key] = value;
    }
    const script = ingestScript(body, context);
    return (document) => {
      runScript(script, document.ctx, context);
    };
  },
};

/** Processors that need data not included in Rockpool. */
export const refusedProcessors: readonly ProcessorType[] = ['geoip', 'user_agent'].map((name) => ({
  name,
  doc: 'refused: it needs data that is not part of Rockpool',
  create: () => {
    throw notEmulated(`the ingest processor [${name}]`);
  },
}));
