import { holdBack } from '../harness/hold-back.ts';
import { expect, seedOnce, test } from '../harness/review-desk.ts';

test.beforeAll(({ server }) => seedOnce(server));

test('the first data is requested together with the role and the access, and the script while the page is parsed', async ({
  desk,
}) => {
  await desk.open();
  await desk.page.getByRole('row').nth(1).waitFor();
  const answer = await holdBack(desk.page, /\/user_roles|\/review_me/);
  const asked = ['review_me', 'review_list'].map((name) => desk.page.waitForRequest(`**/rpc/${name}`));
  const counts = new Map<string, number>();
  desk.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/rest/')) counts.set(pathname, (counts.get(pathname) ?? 0) + 1);
  });
  await desk.page.reload();
  await Promise.all(asked);
  await expect(desk.page.getByRole('row')).toHaveCount(0);
  answer();
  await desk.page.getByRole('row').nth(1).waitFor();
  await desk.page.waitForLoadState('networkidle');
  expect([counts.get('/rest/v1/rpc/review_me'), counts.get('/rest/v1/rpc/review_list')]).toEqual([1, 1]);
  const begun = await desk.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map((entry) => [entry.name, (entry as PerformanceResourceTiming).initiatorType]),
  );
  const firstOf = (part: string) => begun.find(([name]) => name?.includes(part))?.[1];
  expect([firstOf('/hydrate-admin.'), firstOf('/review.'), firstOf('/react.')]).toEqual([
    'link',
    'link',
    'link',
  ]);
});
