import { applicationHeaders } from '@solostead/contract/headers';
import { forgetText, keepText, storedText } from '../../ui/keep-text.ts';
import type { Application } from '../rules.ts';

const STORED_AS = 'solostead.form-key';

/**
 * The proof that an application came from this form. The key stays here until it is used, its hash is sent with the
 * insert.
 */
export interface FormKey {
  readonly key: string;
  readonly hash: string;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function storedKey(values: string): string | null {
  try {
    const [key, of]: unknown[] = JSON.parse(storedText('sessionStorage', STORED_AS) ?? '[]');
    return of === values && typeof key === 'string' ? key : null;
  } catch {
    return null;
  }
}

/**
 * Returns the key of a form with these values. It stays the same until a value changes, also after a reload, so that
 * sending again after a lost answer makes no second application. Null where the browser has no cryptography (a page
 * that is neither https nor local).
 */
export async function formKeyFor(application: Application): Promise<FormKey | null> {
  if (!globalThis.crypto?.subtle) return null;
  const values = await sha256(JSON.stringify(application));
  const key = storedKey(values) ?? (await sha256(crypto.randomUUID() + crypto.randomUUID()));
  keepText('sessionStorage', STORED_AS, JSON.stringify([key, values]));
  return { key, hash: await sha256(key) };
}

/** The header that carries a key's hash (docs/applying.md). */
export const headerOf = (formKey: FormKey | null): Record<string, string> =>
  formKey ? { [applicationHeaders.formKey]: formKey.hash } : {};

/** Forgets the key once its application is saved. The same values entered again make another application. */
export const forgetFormKey = () => forgetText('sessionStorage', STORED_AS);
