import type { IncomingMessage } from 'node:http';
import { limits, OpenSearchError } from '../common/index.ts';

/** Throws too_long_http_line_exception (400) for a first line longer than `http.max_initial_line_length`. */
export function checkLine({ method = '', url = '', httpVersion }: IncomingMessage): void {
  const most = limits.lineBytes.value;
  const length = method.length + url.length + httpVersion.length + '  HTTP/'.length;
  if (length <= most) return;
  throw new OpenSearchError('too_long_http_line_exception', `An HTTP line is larger than ${most} bytes.`);
}

/** The response when no request could be parsed; `code` is the parser's. */
export function unreadAnswer(code: string): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW': {
      const reason = `HTTP header is larger than ${limits.headerBytes.value} bytes.`;
      const error = new OpenSearchError('too_long_http_header_exception', reason);
      return answer('400 Bad Request', JSON.stringify(error.toResponse()));
    }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return answer('408 Request Timeout', '');
    default:
      return answer('400 Bad Request', '');
  }
}

function answer(status: string, body: string): string {
  const type = body === '' ? '' : 'Content-Type: application/json; charset=UTF-8\r\n';
  return `HTTP/1.1 ${status}\r\nConnection: close\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
