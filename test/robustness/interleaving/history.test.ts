import { describe, expect, it } from 'vitest';
import { type Answered, type Asked, History } from './history.ts';

const promises = { hasOneShard: () => true, readsSurvive: false };

/**
 * A history in lines of `who: request → answer`; `who:` alone with `…` begins, with `→` ends. Requests: `w 1 a` writes
 * the value a to document 1 (`-`: deletes it), `w! 1 a` with a refresh, `create 1 a`, `cas 1 a 0` expects number 0,
 * `get 1`, `search`, `refresh`, `set k a`, `read k`. Answers: `3` a sequence number, `no` refused, `?` unknown,
 * `1=a@3 2=b@4` what is seen. `crash`, `open`.
 */
function history(text: string): History {
  const told = new History();
  const open = new Map<string, { readonly number: number; readonly words: readonly string[] }>();
  for (const line of text.trim().split(/\s*\n\s*/)) {
    if (line === 'crash') told.crash();
    else if (line === 'open') told.opened();
    else {
      const [, who, request, , answer] = /^(\w+): ?(.*?)( ?→ ?(.*))?$/.exec(line) as RegExpExecArray;
      if (request !== '') {
        const words = request.replace(' …', '').split(' ');
        open.set(who, { number: told.begin(asked(words)), words });
      }
      const begun = open.get(who);
      if (answer !== undefined && begun) told.end(begun.number, answered(begun.words, answer));
    }
  }
  return told;
}

function asked([kind, name, value, seqNo]: readonly string[]): Asked {
  const label = kind;
  if (kind === 'get' || kind === 'read') return { label };
  if (kind === 'search') return { label, searches: { index: 'i', where: null } };
  if (kind === 'refresh') return { label, refreshes: 'i' };
  if (kind === 'set') return { label, sets: [{ key: name, value: contentOf(value) }] };
  const condition = seqNo === undefined ? null : { seqNo: Number(seqNo), term: 1 };
  const change = { index: 'i', id: name, value: contentOf(value), isCreate: kind === 'create', condition };
  return { label, changes: [change], isRefreshed: kind === 'w!' };
}

const contentOf = (text: string): string | null => (text === '-' ? null : text);

function answered([kind, name]: readonly string[], answer: string): Answered {
  const verdict = answer === 'no' ? 'refused' : answer === '?' ? 'unknown' : 'done';
  const isError = answer === '?';
  if (kind === 'read') return { verdict, read: [{ key: name, value: contentOf(answer) }] };
  const seen = (answer === '' ? [] : answer.split(' ')).map((one) => {
    const [, id, what, seqNo, , term] = /^(\w+)=([\w-]+)@?(\d*)(\/(\d+))?$/.exec(one) ?? [];
    const place = seqNo ? { seqNo: Number(seqNo), term: Number(term ?? 1) } : null;
    return { index: 'i', id, value: contentOf(what ?? '-'), place, version: null };
  });
  if (kind === 'get') return { verdict, got: seen };
  if (kind === 'search')
    return { verdict, found: { hits: seen, isComplete: true, copy: '_rockpool:primary' } };
  if (kind === 'set' || kind === 'refresh' || verdict !== 'done') return { verdict, isError };
  const [seqNo, term = 1] = answer.split('/').map(Number);
  return { verdict, results: [{ verdict, place: { seqNo, term }, version: null }] };
}

const check = (text: string): string[] => history(text).violations(promises);

describe('a history without faults', () => {
  it.each([
    ['an acknowledged write is read', 'a: w 1 x → 0 \n b: get 1 → 1=x@0'],
    [
      'what is not acknowledged may be read or not',
      'a: w 1 x … \n b: get 1 → 1=x@0 \n crash \n open \n b: get 1 → 1=-',
    ],
    [
      'of two writes at once either may be the last',
      'a: w 1 x … \n b: w 1 y → 1 \n a: → 0 \n c: get 1 → 1=y@1',
    ],
    ['a search needs a refresh', 'a: w 1 x → 0 \n b: search → '],
    ['a search during an update sees either', 'a: w! 1 x → 0 \n a: w! 1 y … \n b: search → 1=x@0 \n a: → 1'],
    ['a deletion under way may hide a document', 'a: w! 1 x → 0 \n a: w 1 - … \n b: search → \n a: → 1'],
    [
      'a lost number comes again under another term',
      'a: w 1 x … \n b: get 1 → 1=x@0 \n crash \n open \n a: w 1 y → 0/2',
    ],
    ['metadata under way', 'a: set k x … \n b: read k → - \n b: read k → x \n a: → 0'],
    [
      'a change that failed may be there after a crash',
      'a: set k x → ? \n b: read k → - \n crash \n open \n b: read k → x',
    ],
  ])('%s', (_name, text) => {
    expect(check(text)).toEqual([]);
  });
});

describe('what the history finds', () => {
  it.each([
    ['a lost write', 'a: w 1 x → 0 \n crash \n open \n b: get 1 → 1=-'],
    ['an older value', 'a: w 1 x → 0 \n a: w 1 y → 1 \n b: get 1 → 1=x@0'],
    ['a value that nobody wrote', 'a: w 1 x → 0 \n b: get 1 → 1=z@1'],
    ['a refused write', 'a: w 1 x → no \n b: get 1 → 1=x@0'],
    ['a deleted document', 'a: w 1 x → 0 \n a: w 1 - → 1 \n b: get 1 → 1=x@0'],
    ['a reader that goes back', 'a: w 1 x → 0 \n a: w 1 y … \n b: get 1 → 1=y@1 \n c: get 1 → 1=x@0'],
    ['a search that misses a document', 'a: w! 1 x → 0 \n b: search → '],
    ['a search after a refresh that misses it', 'a: w 1 x → 0 \n a: refresh → 0 \n b: search → '],
    ['a search during an update that misses it', 'a: w! 1 x → 0 \n a: w! 1 y … \n b: search → \n a: → 1'],
    ['a search after a restart that misses it', 'a: w 1 x → 0 \n crash \n open \n b: search → '],
    ['a document twice', 'a: w! 1 x → 0 \n a: w! 1 y … \n b: search → 1=x@0 1=y@1 \n a: → 1'],
    ['a search that goes back', 'a: w! 1 x → 0 \n a: w 1 y → 1 \n b: search → 1=y@1 \n b: search → 1=x@0'],
    ['a number twice', 'a: w 1 x → 0 \n b: w 2 y → 0'],
    ['a number twice, once only seen', 'a: w 1 x … \n b: get 1 → 1=x@0 \n crash \n open \n b: w 1 y → 0'],
    ['numbers that fall', 'a: w 1 x → 4 \n a: w 1 y → 3'],
    ['two winners', 'a: w 1 x → 0 \n a: cas 1 y 0 → 1 \n b: cas 1 z 0 → 2'],
    ['a creation of what is there', 'a: w 1 x → 0 \n a: create 1 y → 1'],
    ['lost metadata', 'a: set k x → 0 \n crash \n open \n b: read k → -'],
    ['older metadata', 'a: set k x → 0 \n a: set k y → 0 \n b: read k → x'],
    ['refused metadata', 'a: set k x → no \n b: read k → x'],
    ['metadata whose change has failed', 'a: set k x → ? \n b: read k → x'],
    ['metadata read before it lasts', 'a: set k x … \n b: read k → x \n crash \n open \n b: read k → -'],
  ])('%s', (_name, text) => {
    expect(check(text)).toHaveLength(1);
  });
});
