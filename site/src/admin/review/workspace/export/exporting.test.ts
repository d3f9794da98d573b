import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Format } from '../../kernel/files/dated-file.ts';

interface Page {
  readonly rows: readonly object[];
  readonly more: boolean;
}

const row = (id: string) => ({ id, name: `Person ${id}`, cursor: ['2026-11-22', id] });

/** Fakes the backend with one page per request, in order, and records the requests. A null page gets no answer. */
function backend(...pages: readonly (Page | null)[]) {
  const requests: { after: unknown; page_size: number; export_id: number | null }[] = [];
  vi.stubGlobal('fetch', async (_input: unknown, init: RequestInit) => {
    const page = pages[requests.length];
    requests.push(JSON.parse(String(init.body)));
    if (!page) throw new TypeError('network down');
    return new Response(JSON.stringify({ ...page, export_id: 7 }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  return requests;
}

async function begin(format: Format) {
  const { Exporting } = await import('./exporting.ts');
  return new Exporting({}, format);
}

/** Returns the text of the file. The mark at its beginning stays. */
const textOf = async (pieces: Promise<Blob[]>) =>
  Buffer.from(await new Blob(await pieces).arrayBuffer()).toString();

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
});

describe('an export', () => {
  it('loads each page from the end of the one before', async () => {
    const requests = backend(
      { rows: [row('a'), row('b')], more: true },
      { rows: [row('c'), row('d')], more: true },
      { rows: [row('e')], more: false },
    );
    const done: number[] = [];
    const text = await textOf((await begin('json')).run((count) => done.push(count)));
    expect(requests.map(({ after }) => after)).toEqual([null, ['2026-11-22', 'b'], ['2026-11-22', 'd']]);
    expect(requests.map(({ export_id: id }) => id)).toEqual([null, 7, 7]);
    expect(done).toEqual([2, 4, 5]);
    expect(JSON.parse(text)).toEqual([...'abcde'].map((id) => ({ id, name: `Person ${id}` })));
  });

  it('has one header in CSV, however many pages', async () => {
    backend({ rows: [row('a')], more: true }, { rows: [row('b')], more: false });
    const text = await textOf((await begin('csv')).run(() => {}));
    const [head = '', ...lines] = text.split('\r\n');
    expect(head).toMatch(/^\uFEFF"id","created_at","name"/);
    expect(lines.map((line) => line.slice(0, 5))).toEqual(['"a","', '"b","', '']);
  });

  it.each<[Format, string]>([
    ['json', '[\n\n]\n'],
    ['csv', '\uFEFF"id","'],
  ])('writes a file even without rows: %s', async (format, start) => {
    backend({ rows: [], more: false });
    const text = await textOf((await begin(format)).run(() => {}));
    expect(text.startsWith(start)).toBe(true);
  });

  it('continues with the unanswered page and writes no page twice', async () => {
    const requests = backend({ rows: [row('a')], more: true }, null, { rows: [row('b')], more: false });
    const exporting = await begin('json');
    await expect(exporting.run(() => {})).rejects.toMatchObject({ errorKind: 'offline' });
    expect(exporting.count).toBe(1);
    const text = await textOf(exporting.run(() => {}));
    expect(requests.map(({ after }) => after)).toEqual([null, ['2026-11-22', 'a'], ['2026-11-22', 'a']]);
    expect(JSON.parse(text)).toHaveLength(2);
  });

  it.each([
    ['offline', '', 'No answer after 1,000. What is written so far is kept.'],
    ['refused', 'Wait a minute.', 'Paused after 1,000. Wait a minute. What is written so far is kept.'],
  ] as const)('says why it is paused: %s', async (errorKind, message, sentence) => {
    const { ReviewError } = await import('../../kernel/data/review-error.ts');
    const { describePause } = await import('./exporting.ts');
    expect(describePause(new ReviewError(errorKind, message), 1000)).toBe(sentence);
  });

  it('leaves no file when it is stopped', async () => {
    backend({ rows: [row('a')], more: false });
    const exporting = await begin('json');
    const run = exporting.run(() => exporting.abandon());
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  });
});
