import { applicationHeaders } from '@solostead/contract/headers';
import { expect, test } from './harness/product.ts';
import { Join } from './harness/join.ts';

const INSERT = '**/rest/v1/applications*';

// Rate limits and abuse protection are on, as in public.
test.use({ env: { LIMITS: 'on' } });

test('the form waits two seconds and finds a proof while the visitor types', async ({ page, server }) => {
  const join = new Join(page);
  await page.goto('/?utm_source=news&utm_medium=mail');
  await join.press();
  await join.fill('honest');
  const inserting = page.waitForRequest(INSERT);
  await join.submit.click();
  await expect(join.toast('Application submitted!')).toBeVisible();
  expect(Number((await inserting).headers()[applicationHeaders.elapsed])).toBeGreaterThanOrEqual(2000);
  const [row] = await server.sql(
    `select source, questions_version = (select max(version) from public.question_sets) as is_of_newest_questions
       from public.applications where email = $1`,
    ['honest@example.org'],
  );
  expect(row).toEqual({ source: 'news', is_of_newest_questions: true });

  // A short search: what is shown here is that it takes place, not how long it takes on a busy machine.
  await server.sql("update private.form_protection set proof_prefix = '00'");
  await join.open();
  await join.fill('surprised');
  await server.command('applications', 'abuse-protection', '--proof-of-work', 'on');
  let inserts = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/rest/v1/applications')) inserts += 1;
  });
  await join.submit.click();
  await expect(join.toast('Application submitted!')).toBeVisible();
  expect(inserts).toBe(2);

  await join.open();
  const asking = page.waitForResponse('**/rpc/application_challenge');
  const working = page.waitForEvent('worker');
  // Typing is what starts the search, from when the form's script has arrived.
  let isRequested = false;
  page.on('request', (request) => (isRequested ||= request.url().endsWith('/rpc/application_challenge')));
  await expect(async () => {
    await join.field('Full name').pressSequentially('S');
    expect(isRequested).toBe(true);
  }).toPass();
  expect(await (await asking).json()).toHaveProperty('signature');
  await working;
  await join.fill('proven');
  const proven = page.waitForRequest(INSERT);
  await join.submit.click();
  await expect(join.toast('Application submitted!')).toBeVisible();
  expect(JSON.parse((await proven).headers()[applicationHeaders.proof] ?? '')).toHaveProperty('counter');
});
