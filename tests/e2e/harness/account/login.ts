import type { Locator, Page } from '@playwright/test';

/** The login dialog as an admin finds it. */
export class Login {
  readonly page: Page;
  readonly dialog: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Admin Login' });
    this.submit = this.dialog.getByRole('button', { name: /sign(ing)? in/i });
  }

  async open(): Promise<void> {
    await this.page.goto('/');
    await this.press();
  }

  async press(): Promise<void> {
    const opener = this.page.getByRole('button', { name: 'Admin Login' });
    if (!(await opener.first().isVisible())) await this.page.getByRole('button', { name: 'Menu' }).click();
    await opener.first().click();
  }

  async signIn(who: { email: string; password: string }): Promise<void> {
    await this.open();
    await this.send(who);
  }

  async send({ email, password }: { email: string; password: string }): Promise<void> {
    await this.dialog.getByLabel('Email').fill(email);
    await this.dialog.getByLabel('Password').fill(password);
    await this.submit.click();
  }

  toast(title: string): Locator {
    return this.page.locator('[data-toast]').filter({ hasText: title });
  }
}
