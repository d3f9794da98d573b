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
