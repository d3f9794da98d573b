import { beforeEach, expect, it, vi } from 'vitest';

const asked: string[] = [];
/** Fakes the backend with a status, and with 200 a number of applications for every filter. */
function backend(statusOf: (name: string, filters: readonly object[]) => number) {
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    const name = new URL(input).pathname.split('/').at(-1)!;
    const { filter, filters } = JSON.parse(String(init?.body)) as { filter: object; filters?: object[] };
    asked.push(name);
    const status = statusOf(name, filters ?? [filter]);
    const counted = { total: 7, is_over: false, by_status: {} };
    const body = status === 200 ? (filters?.map(() => counted) ?? counted) : { message: 'no' };
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
}

/** Returns the count of each filter, or the error. */
async function countAll(...tags: readonly string[]) {
  const { countTogether } = await import('./count-together.ts');
  const all = await Promise.allSettled(tags.map((tag) => countTogether({ tag })));
  return all.map((each) => (each.status === 'fulfilled' ? each.value.total : each.reason.errorKind));
}

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_SUPABASE_URL', 'https://backend.example');
  vi.stubGlobal('window', new EventTarget());
  asked.length = 0;
});

it('combines simultaneous counts into one request of at most ten filters', async () => {
  backend(() => 200);
  expect(await countAll(...'abcdefghijk')).toEqual(Array.from({ length: 11 }, () => 7));
  expect(asked).toEqual(['review_counts', 'review_count']);
});

it('answers the other filters if one is refused', async () => {
  backend((_name, filters) =>
    filters.some((filter) => 'tag' in filter && filter.tag === 'bad') ? 400 : 200,
  );
  expect(await countAll('good', 'bad', 'fine')).toEqual([7, 'refused', 7]);
});

it.for([
  [401, 'signed-out'],
  [429, 'refused'],
  [503, 'failed'],
] as const)('asks only once for an answer of %s, whatever the filter', async ([status, kind]) => {
  backend(() => status);
  expect(await countAll('one', 'other', 'third')).toEqual([kind, kind, kind]);
  expect(asked).toEqual(['review_counts']);
});
