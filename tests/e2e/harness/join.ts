import type { Locator, Page } from '@playwright/test';
import type { TestServer } from '../../harness/servers/server.ts';

/** The join dialog by role and label, as a visitor finds it. */
export class Join {
  readonly page: Page;
  readonly dialog: Locator;
  readonly submit: Locator;
  /** The dialog that replaces the form once it was sent. */
  readonly received: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Join Us' });
    this.received = page.getByRole('dialog', { name: 'Application submitted' });
    this.submit = this.dialog.getByRole('button', { name: /submit/i });
  }

  field(label: 'Full name' | 'Email' | 'LinkedIn' | 'Sector(s)'): Locator {
    return this.dialog.getByLabel(label);
  }

  async open(): Promise<void> {
    await this.page.goto('/');
    await this.press();
  }

  async press(): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: 'Join Us' }).first().click();
  }

  /** Fills everything validly for a person of that name. */
  async fill(person: string): Promise<void> {
    await this.field('Full name').fill('Sample Builder');
    await this.field('Email').fill(`${person}@example.org`);
    await this.field('LinkedIn').fill(`https://www.linkedin.com/in/${person}`);
    await this.field('Sector(s)').fill('Logistics');
    for (const question of await this.dialog.getByRole('checkbox').all()) await question.check();
  }

  /** Opens the form, fills it for a person of that name and sends it. */
  async apply(person: string): Promise<void> {
    await this.open();
    await this.fill(person);
    await this.submit.click();
  }

  toast(title: string): Locator {
    return this.page.locator('[data-toast]').filter({ hasText: title });
  }
}

/** Returns the number of applications of a person that the database has. */
export const countSaved = async (server: TestServer, person: string): Promise<number> =>
  (await server.sql('select from public.applications where email = $1', [`${person}@example.org`])).length;
