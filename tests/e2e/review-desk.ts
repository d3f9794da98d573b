import type { Locator, Page } from '@playwright/test';
import type { TestServer } from '../harness/server.ts';
import { test as base } from './product.ts';

export { expect } from '@playwright/test';

const SESSION = 'sb-solostead-auth-token';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** One of the lab's people at the review workspace, as they find things: by role and by name. */
export class Desk {
  readonly page: Page;
  readonly server: TestServer;

  constructor(page: Page, server: TestServer) {
    this.page = page;
    this.server = server;
  }

  /** Puts a fresh session of this person into the browser, as the login dialog would. */
  async signIn({ email, password }: Person): Promise<void> {
    const response = await fetch(`${this.server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: this.server.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(`No session for ${email}: ${response.status}`);
    const session = await response.text();
    await this.page.goto(`${this.server.url}/confirm-email`);
    await this.page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [SESSION, session]);
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`${this.server.url}/admin${query}`);
    await this.page.getByRole('heading', { name: 'Applications', exact: true }).waitFor();
  }

  row(name: string): Locator {
    return this.page.getByRole('row').filter({ hasText: name });
  }

  link(name: string): Locator {
    return this.page.getByRole('link', { name, exact: true });
  }

  get panel(): Locator {
    return this.page.getByRole('region', { name: 'Application', exact: true });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  toast(text: string): Locator {
    return this.page.locator('[data-toast]').filter({ hasText: text });
  }

  /** Chooses a move in the open application's menu; the dialog that asks how is then open. */
  async chooseMove(to: string): Promise<void> {
    await this.panel.getByRole('button', { name: /^Move / }).click();
    await this.page.getByRole('menuitem', { name: to }).click();
    await this.dialog.waitFor();
  }
}

/** Tests at a desk: `desk` is an owner's, signed in; `make` puts an application into the database. */
export const test = base.extend<
  { desk: Desk; make: (name: string, columns?: Record<string, unknown>) => Promise<string> },
  { colleague: Person }
>({
  colleague: [
    async ({ server }, use) => {
      const email = 'colleague@lab.example';
      await use({ email, ...(await server.addAdmin(email)) });
    },
    { scope: 'worker' },
  ],
  desk: async ({ page, server, admin }, use) => {
    const desk = new Desk(page, server);
    await desk.signIn(admin);
    await use(desk);
  },
  make: async ({ server, anyone }, use) => {
    let count = 0;
    await use(async (name, columns = {}) => {
      count += 1;
      const row = {
        name,
        email: `${anyone}-${count}@builders.example`,
        linkedin: `https://www.linkedin.com/in/${anyone}-${count}`,
        sectors: 'music, energy',
        ...columns,
      };
      const places = Object.keys(row).map((_, place) => `$${place + 1}`);
      const [made] = await server.sql<{ id: string }>(
        `insert into public.applications (${Object.keys(row).join(', ')}, q1, q2, q3, q4, q5, q6, q7)
         values (${places.join(', ')}, true, true, true, true, true, true, true) returning id`,
        Object.values(row),
      );
      return made!.id;
    });
  },
});
