import { LanguageSupport, StreamLanguage, type StreamParser } from '@codemirror/language';

interface State {
  /** What the rest of the line is. */
  line: 'start' | 'path' | 'value' | 'body';
  /** Within `"""`. */
  isInText: boolean;
  /** Within a comment of several lines. */
  isInComment: boolean;
}

const METHOD = /^(?:GET|POST|PUT|DELETE|HEAD|PATCH)(?=\s)/i;

/** Colours of a sheet: its requests, its comments, its JSON. */
const parser: StreamParser<State> = {
  name: 'requests',
  startState: () => ({ line: 'start', isInText: false, isInComment: false }),
  token(stream, state) {
    if (stream.sol()) state.line = 'start';
    if (state.isInText) {
      if (!stream.skipTo('"""')) stream.skipToEnd();
      else {
        stream.match('"""');
        state.isInText = false;
      }
      return 'string';
    }
    if (state.isInComment) {
      state.isInComment = !stream.skipTo('*/');
      if (state.isInComment) stream.skipToEnd();
      else stream.match('*/');
      return 'comment';
    }
    if (stream.eatSpace()) return null;
    const isFirst = state.line === 'start';
    if (isFirst && stream.match(METHOD)) {
      state.line = 'path';
      return 'keyword';
    }
    if (state.line === 'value') {
      stream.skipToEnd();
      return 'string';
    }
    if (isFirst && stream.match(/^@[A-Za-z_]\w*(?=[ \t]*=)/)) {
      state.line = 'value';
      return 'typeName';
    }
    if (state.line !== 'path' && stream.match('/*')) {
      state.isInComment = true;
      return 'comment';
    }
    if (stream.match(/^(?:#|\/\/)/) && state.line !== 'path') {
      stream.skipToEnd();
      return 'comment';
    }
    if (state.line === 'path') {
      stream.eatWhile(/\S/);
      state.line = 'body';
      return 'propertyName';
    }
    state.line = 'body';
    return jsonToken(stream, state);
  },
  languageData: { closeBrackets: { brackets: ['(', '[', '{', '"'] }, commentTokens: { line: '#' } },
};

function jsonToken(stream: Parameters<StreamParser<State>['token']>[0], state: State): string | null {
  if (stream.match('"""')) {
    state.isInText = true;
    return 'string';
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return stream.match(/^\s*:/, false) ? 'propertyName' : 'string';
  if (stream.match(/^-?\d[\d.eE+-]*/)) return 'number';
  if (stream.match(/^(?:true|false|null)\b/)) return 'bool';
  if (stream.match(/^[{}[\]]/)) return 'bracket';
  stream.next();
  return null;
}

export const sheetLanguage = new LanguageSupport(StreamLanguage.define(parser));
