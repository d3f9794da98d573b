import type { APIResponse } from '@playwright/test';
import { answersYes, questionColumns } from '../../../harness/answered-questions.ts';
import { expect, test, type Desk } from '../../harness/review-desk.ts';
import { holdBack } from '../../harness/hold-back.ts';
import { addressOf, heading, makeFamily, decideAt } from '../../harness/review-family.ts';

const UPDATES = '**/rpc/review_updates';

/** The functions that the page asks from here on, in their order. */
function listen({ page }: Desk): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const name = /\/rpc\/(\w+)/.exec(request.url())?.[1];
    if (name && request.method() === 'POST') requests.push(name);
  });
  return requests;
}

test('two keys in Read request the move, the opening and the next application once', async ({ desk }) => {
  const family = `Fulmar ${desk.prefix}`;
  await makeFamily(desk, family, 6);
  // The first answer again and again, without changes that other tests make on the same server.
  await test.step('each once', async () => {
    let first: Promise<APIResponse> | undefined;
    await desk.page.route(UPDATES, async (route) =>
      route.fulfill({ response: await (first ??= route.fetch()) }),
    );
    const loaded = ['application_prefetch', 'evidence', 'same_person'].map((name) =>
      desk.page.waitForResponse(`**/rpc/review_${name}`),
    );
    await desk.open(addressOf(family, 'screen=triage'));
    await Promise.all(loaded);
    await expect(heading(desk, `${family} 01`)).toBeFocused();
    const requests = listen(desk);
    for (const number of ['02', '03']) {
      const answered = ['move', 'application', 'counts', 'application_prefetch'].map((name) =>
        desk.page.waitForResponse(`**/rpc/review_${name}`),
      );
      await decideAt(desk)('9');
      await expect(heading(desk, `${family} ${number}`)).toBeFocused();
      await Promise.all(answered);
    }
    const once = [
      'review_application_prefetch',
      'review_application',
      'review_counts',
      'review_counts',
      'review_move',
    ];
    const requested = () =>
      requests.filter((name) => !['review_updates', 'my_access_state'].includes(name)).toSorted();
    await expect.poll(requested).toEqual([...once, ...once].toSorted());
  });

  await test.step('a pending score', async () => {
    const others = `Razorbill ${desk.prefix}`;
    const [, second] = await makeFamily(desk, others, 3);
    await desk.server.sql(
      `insert into public.applications (name, email, sectors, created_at, archived_at, ${questionColumns})
     select 'Formerly', a.email, 'music', now() - interval '40 days', now() - interval '33 days', ${answersYes} from public.applications a where a.id = $1`,
      [second],
    );
    await desk.page.unroute(UPDATES);
    const ahead = desk.page.waitForResponse('**/rpc/review_application_prefetch');
    await desk.goTo(addressOf(others, 'screen=triage&status=submitted'));
    await ahead;
    await desk.page.route('**/rpc/review_same_person', (route) => route.fulfill({ status: 500, json: {} }));
    await desk.page.keyboard.press('j');
    await expect(heading(desk, `${others} 02`)).toBeFocused();
    await expect(desk.page.getByText('Applied before')).toBeVisible();

    const craft = desk.page.getByRole('radio', { name: /^Craft: 4 of 5/ });
    await expect(craft).toBeAttached();
    const release = await holdBack(desk.page, '**/rpc/review_rate');
    await desk.page.keyboard.press('4');
    await expect(craft).toBeChecked();
    await desk.server.sql(`update public.applications set tags = '{elsewhere}' where id = $1`, [second]);
    await expect(desk.page.getByText('elsewhere', { exact: true })).toBeVisible();
    await expect(craft).toBeChecked();
    const saved = desk.page.waitForResponse('**/rpc/review_rate');
    release();
    expect((await saved).ok()).toBe(true);
    await expect(craft).toBeChecked();
  });
});

test('an answer that comes after the person went on opens and closes nothing, neither a page nor an erasure @release', async ({
  desk,
}) => {
  const family = `Guillemot ${desk.prefix}`;
  const ids = await makeFamily(desk, family, 55);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await desk.page.route('**/rpc/review_list', async (route) => {
    if ((route.request().postDataJSON() as { after: unknown }).after) await isReleased;
    await route.fallback();
  });
  await desk.open(addressOf(family, `screen=triage&open=${ids[49]}`));
  await expect(heading(desk, `${family} 50`)).toBeFocused();
  await desk.page.keyboard.press('j');
  await desk.page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(desk.link(`${family} 01`)).toBeVisible();
  await desk.page.keyboard.press('j');
  release();
  await expect(desk.toast('the last keys were not carried out')).toBeVisible();
  await expect(desk.panel).toHaveCount(0);

  await desk.link(`${family} 01`).click();
  await desk.chooseMore('Erase…');
  const erase = await holdBack(desk.page, '**/rpc/review_erase');
  await desk.dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await desk.page.keyboard.press('Escape');
  await expect(desk.dialog).toHaveCount(0);
  await desk.page.keyboard.press('j');
  const next = desk.panel.getByRole('heading', { name: `${family} 02` });
  await expect(next).toBeFocused();
  erase();
  await expect(desk.toast('is hidden and will be erased in a minute')).toBeVisible();
  await expect(next).toBeVisible();
});
