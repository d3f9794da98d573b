import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { holdBack } from '../harness/hold-back.ts';
import { expect, test, type Desk } from '../harness/review-desk.ts';

interface Place {
  readonly at: string;
  readonly open: (desk: Desk) => Promise<unknown>;
  /** The parts that report a failed load, with the requests that fail. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Loads the page, so that nothing was read before. */
async function loadApplication(desk: Desk, name: string): Promise<void> {
  const inReview = { status: 'in_review', email_confirmed_at: new Date() };
  await desk.openApplication(await desk.make(`${name} ${desk.prefix}`, inReview));
}

const places: readonly Place[] = [
  {
    at: 'an application and the tabs',
    open: (desk) => loadApplication(desk, 'Ada'),
    parts: {
      'Saved views': '**/rest/v1/saved_views*',
      'What they shipped': '**/rpc/review_evidence',
      'Their other applications': '**/rpc/review_same_person',
      'The members': '**/rpc/review_members',
    },
  },
  {
    at: 'the dialog of a decline with a reason',
    open: async (desk) => {
      await loadApplication(desk, 'Bert');
      await desk.openMoves();
      await desk.page.getByRole('menuitem', { name: 'Declined, with a reason…' }).click();
    },
    parts: { 'The reasons': '**/rest/v1/decline_reasons*' },
  },
  {
    at: 'the dialog of a move with an email',
    open: async (desk) => {
      await loadApplication(desk, 'Cleo');
      await desk.chooseMove('Interview');
    },
    parts: { 'The template': '**/rest/v1/mail_templates*' },
  },
  {
    at: 'the filter by tag',
    open: async (desk) => {
      await desk.open();
      await desk.page.getByRole('button', { name: 'Add filter' }).click();
      await desk.page.getByRole('button', { name: 'Tag', exact: true }).click();
    },
    parts: { 'The tags': '**/rest/v1/review_tags*' },
  },
  {
    at: 'the people in the settings',
    open: (desk) => desk.open('?screen=settings&section=people'),
    parts: { 'The invitations': '**/rpc/review_invitations' },
  },
  {
    at: 'the terms in the settings',
    open: (desk) => desk.open('?screen=settings&section=terms'),
    parts: { 'The changes': '**/rest/v1/lab_terms_changes*' },
  },
  {
    at: 'the access log',
    open: (desk) => desk.open('?screen=settings&section=log'),
    parts: { 'The people': '**/rpc/review_access_log_actors' },
  },
];

test('a small part that cannot be loaded says so, and loads at the second try', async ({ desk }) => {
  for (const { at, open, parts } of places)
    await test.step(at, async () => {
      for (const address of Object.values(parts))
        await desk.page.route(address, (route) => route.fulfill({ status: 500, json: {} }));
      await open(desk);
      for (const [part, address] of Object.entries(parts)) {
        const report = desk.page.getByRole('alert').filter({ hasText: `${part} could not be loaded.` });
        await expect(report).toBeVisible();
        await desk.page.unroute(address);
        await report.getByRole('button', { name: 'Try again' }).click();
        await expect(report).toBeHidden();
      }
    });
});

test('a part of Read or of the panel that comes late moves nothing that is shown before', async ({
  desk,
}) => {
  const { page } = desk;
  const id = await desk.make(`Dora ${desk.prefix}`, { status: 'in_review', email_confirmed_at: new Date() });
  await desk.server.sql(
    `insert into public.applications (name, email, sectors, created_at, archived_at, ${questionColumns})
     select 'Formerly', email, 'music', now() - interval '40 days', now() - interval '33 days', ${answersYes}
       from public.applications where id = $1`,
    [id],
  );
  for (const query of [`?screen=triage&search=${desk.prefix}`, `?search=${desk.prefix}&open=${id}`])
    for (const last of ['same_person', 'evidence', 'application'])
      await test.step(`${last} at ${query}`, async () => {
        const address = `**/rpc/review_${last}`;
        const release = await holdBack(page, address);
        // The page of the step before may still get answers.
        await page.goto('/favicon.svg');
        const others = ['same_person', 'evidence', 'application'].filter((part) => part !== last);
        const answers = Promise.all(others.map((part) => page.waitForResponse(`**/rpc/review_${part}`)));
        await desk.open(query);
        await answers;
        await expect(page.getByRole('heading', { name: `Dora ${desk.prefix}` })).toBeVisible();
        await page.evaluate(`new MutationObserver(() => {
          const has = (text) => document.querySelector('main').textContent.includes(text);
          if (has('Applied before') && has('New note')) window.isTogether ??= true;
          else if (has('New note')) window.isTogether = false;
        }).observe(document.body, { childList: true, subtree: true })`);
        await expect(page.getByLabel('New note')).toHaveCount(0);
        release();
        await expect(page.getByText('Applied before')).toBeVisible();
        await expect(page.getByLabel('New note')).toBeVisible();
        expect(await page.evaluate('window.isTogether')).toBe(true);
        await page.unroute(address);
      });
});

test('a part whose second try hangs keeps nothing else of the application away', async ({ desk }) => {
  const id = await desk.make(`Nora ${desk.prefix}`);
  const release = await holdBack(desk.page, '**/rpc/review_evidence');
  await desk.page.route('**/rpc/review_evidence', (route) => route.abort(), { times: 1 });
  await desk.open(`?search=${desk.prefix}&open=${id}`);
  await expect(desk.page.getByLabel('New note')).toBeVisible();
  release();
});
