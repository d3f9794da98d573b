import type { Locator, Page } from '@playwright/test';
import { makeApplication } from '../../harness/member.ts';
import type { TestServer } from '../../harness/servers/server.ts';
import { test as base, type Person } from './product.ts';
import { putSession } from './account/session.ts';

export { expect } from '@playwright/test';

/** Returns the displayed name of people without one. */
export const nameOf = ({ email }: Pick<Person, 'email'>) => email.split('@', 1)[0]!;

/** A member at the review workspace, with locators by role and name. */
export class Desk {
  readonly page: Page;
  readonly server: TestServer;
  /** A name in addresses and profiles that no other test uses. */
  readonly prefix: string;
  #made = 0;

  constructor(page: Page, server: TestServer, prefix: string) {
    this.page = page;
    this.server = server;
    this.prefix = prefix;
  }

  /** Puts an application into the database and returns its id. */
  make(name: string, columns: Record<string, unknown> = {}): Promise<string> {
    this.#made += 1;
    return makeApplication(this.server, `${this.prefix}-${this.#made}`, { name, ...columns });
  }

  /** Lets every member see others' opinions of an application, as if their own scorecards had been complete. */
  seesOthers(id: string): Promise<unknown> {
    return this.server.sql(
      `insert into public.application_scorecards (application_id, reviewer, revealed_at)
       select $1, user_id, now() from public.user_roles`,
      [id],
    );
  }

  /** Makes an application, opens it, in the loaded page if there is one, and returns its id. */
  async openNew(name: string, columns?: Record<string, unknown>): Promise<string> {
    const id = await this.make(name, columns);
    const isLoaded = this.page.url().startsWith(`${this.server.url}/admin`);
    await (isLoaded ? this.goToApplication(id) : this.openApplication(id));
    return id;
  }

  signIn(who: Person): Promise<void> {
    return putSession(this.page, who, this.server.url);
  }

  /** Loads a view. */
  async open(query = ''): Promise<void> {
    await this.page.goto(`${this.server.url}/admin${query}`);
    await this.page.getByRole('heading', { name: 'Applications', exact: true }).waitFor();
  }

  /**
   * Goes to a view in the loaded page, as Back and Forward do. It takes a fraction of the processor time of a load, but
   * keeps notices, selections and, for a moment, what was read before.
   */
  async goTo(query: string): Promise<void> {
    await this.page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/admin${query}`);
    await this.page.locator('[data-stale]').waitFor({ state: 'detached' });
  }

  row(name: string): Locator {
    return this.page.getByRole('row').filter({ hasText: name });
  }

  link(name: string): Locator {
    return this.page.getByRole('link', { name, exact: true });
  }

  /** Opens the menu of the view, with its arrangement, order, columns and export. */
  async openView(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'View', exact: true }).click();
    return this.page.getByRole('dialog', { name: 'View', exact: true });
  }

  /** Shows all that match a text, by the search. */
  async searchFor(text: string): Promise<void> {
    await this.page.keyboard.press('/');
    await this.page.getByRole('combobox', { name: 'Search people and commands' }).fill(text);
    await this.page.getByRole('option', { name: `Show all with “${text}”` }).click();
  }

  get panel(): Locator {
    return this.page.getByRole('region', { name: 'Application', exact: true });
  }

  /** Opens what is behind the open application's "More". */
  async openMore(): Promise<void> {
    await this.panel.getByRole('button', { name: 'More to do with this application' }).click();
  }

  /** Does one of the things behind "More". */
  async chooseMore(name: string): Promise<void> {
    await this.openMore();
    await this.panel.getByRole('button', { name }).click();
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('[data-toast]').filter({ hasText: text });
  }

  /** Loads an application in the panel, next to a list with only this application, and waits until it is shown. */
  async openApplication(id: string): Promise<void> {
    await this.open(await this.#queryOf(id));
    await this.#loaded();
  }

  /** Goes to an application in the loaded page. */
  async goToApplication(id: string): Promise<void> {
    await this.goTo(await this.#queryOf(id));
    await this.#loaded();
  }

  /** Waits for the whole application. Its name and status come from the list before. */
  async #loaded(): Promise<void> {
    await this.panel.getByRole('heading', { level: 3 }).waitFor();
    await this.panel.getByRole('status').filter({ hasText: 'Loading…' }).waitFor({ state: 'detached' });
  }

  async #queryOf(id: string): Promise<string> {
    const [row] = await this.server.sql<{ email: string | null }>(
      'select email from public.applications where id = $1',
      [id],
    );
    // Fifty rows next to it would cost the browser more than the application itself.
    return row?.email ? `?search=${row.email}&open=${id}` : `?open=${id}`;
  }

  get assignee(): Locator {
    return this.panel.getByRole('combobox', { name: 'Assignee' });
  }

  async writeNote(text: string): Promise<void> {
    await this.panel.getByLabel('New note').fill(text);
    await this.panel.getByRole('button', { name: 'Add note' }).click();
  }

  /** Moves the open application and waits until it is said to be done. */
  async move(to: string): Promise<void> {
    const name = await this.panel.getByRole('heading', { level: 3 }).innerText();
    await this.openMoves();
    await this.page.getByRole('menuitem', { name: to }).first().click();
    await this.toast(`${name} is now ${to}`).waitFor();
  }

  /** Opens the menu of the open application's moves. */
  async openMoves(): Promise<void> {
    await this.panel.getByRole('button', { name: /^Move / }).click();
  }

  /** The moves that were not made. */
  get failedMoves(): Locator {
    return this.page.getByRole('region', { name: 'Failed moves' });
  }

  /** Stops this screen from receiving other people's changes. */
  async stopListening(): Promise<void> {
    await this.page.route('**/rpc/review_updates', (route) => route.abort());
  }

  /** Chooses a move with a mail in the open application's menu, which opens the dialog for its words. */
  async chooseMove(to: string): Promise<void> {
    await this.openMoves();
    await this.page.getByRole('menuitemcheckbox', { name: 'With an email…' }).click();
    await this.page.getByRole('menuitem', { name: to }).first().click();
    await this.dialog.waitFor();
  }
}

/** Adds 150 samples to the database, once. Applications that tests create do not count. */
export async function seedOnce(server: TestServer): Promise<void> {
  const samples = await server.sql(
    `select from public.applications where linkedin_profile like 'sample-builder-%' limit 1`,
  );
  if (samples.length === 0) await server.command('seed', '150');
}

interface Room {
  /** An owner's, signed in. */
  readonly desk: Desk;
  /** The desk of `me`, an owner of this test alone, signed in. */
  readonly own: Desk;
}

/** Tests at a desk. */
export const test = base.extend<Room>({
  desk: async ({ page, server, admin, prefix }, use) => {
    const desk = new Desk(page, server, prefix);
    await desk.signIn(admin);
    await use(desk);
  },
  own: async ({ page, server, me, prefix }, use) => {
    const own = new Desk(page, server, prefix);
    await own.signIn(me);
    await use(own);
  },
});
