import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Destination, Format } from '../../kernel/files/destination.ts';

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

/** A file in memory. */
function file() {
  const state = { text: '', isFinished: false };
  const destination: Destination = {
    async write(text) {
      state.text += text;
    },
    async finish() {
      state.isFinished = true;
    },
    async abandon() {
      state.text = '';
    },
  };
  return { state, destination };
}

async function begin(format: Format, destination: Destination) {
  const { Exporting } = await import('./exporting.ts');
  return new Exporting({}, format, destination);
}

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_SUPABASE_URL', 'https://backend.example');
  vi.stubGlobal('window', new EventTarget());
});

describe('an export', () => {
  it('loads each page from the end of the one before', async () => {
    const requests = backend(
      { rows: [row('a'), row('b')], more: true },
      { rows: [row('c'), row('d')], more: true },
      { rows: [row('e')], more: false },
    );
    const { state, destination } = file();
    const done: number[] = [];
    await (await begin('json', destination)).run((count) => done.push(count));
    expect(requests.map(({ after }) => after)).toEqual([null, ['2026-11-22', 'b'], ['2026-11-22', 'd']]);
    expect(requests.map(({ export_id: id }) => id)).toEqual([null, 7, 7]);
    expect(done).toEqual([2, 4, 5]);
    expect(JSON.parse(state.text)).toEqual([...'abcde'].map((id) => ({ id, name: `Person ${id}` })));
    expect(state.isFinished).toBe(true);
  });

  it('has one header in CSV, however many pages', async () => {
    backend({ rows: [row('a')], more: true }, { rows: [row('b')], more: false });
    const { state, destination } = file();
    await (await begin('csv', destination)).run(() => {});
    const [head = '', ...lines] = state.text.split('\r\n');
    expect(head).toMatch(/^\uFEFF"id","created_at","name"/);
    expect(lines.map((line) => line.slice(0, 5))).toEqual(['"a","', '"b","', '']);
  });

  it.each<[Format, string]>([
    ['json', '[\n\n]\n'],
    ['csv', '\uFEFF"id","'],
  ])('writes a file even without rows: %s', async (format, start) => {
    backend({ rows: [], more: false });
    const { state, destination } = file();
    await (await begin(format, destination)).run(() => {});
    expect(state.text.startsWith(start)).toBe(true);
    expect(state.isFinished).toBe(true);
  });

  it('continues with the unanswered page and writes no page twice', async () => {
    const requests = backend({ rows: [row('a')], more: true }, null, { rows: [row('b')], more: false });
    const { state, destination } = file();
    const exporting = await begin('json', destination);
    await expect(exporting.run(() => {})).rejects.toMatchObject({ errorKind: 'offline' });
    expect([exporting.count, state.isFinished]).toEqual([1, false]);
    await exporting.run(() => {});
    expect(requests.map(({ after }) => after)).toEqual([null, ['2026-11-22', 'a'], ['2026-11-22', 'a']]);
    expect(JSON.parse(state.text)).toHaveLength(2);
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
    const { state, destination } = file();
    const exporting = await begin('json', destination);
    const run = exporting.run(() => exporting.abandon());
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(state).toEqual({ text: '', isFinished: false });
  });
});
