import type { Toast } from '../../ui/toast/toast.ts';
import { dropFragment, goTo } from '../route/address.ts';
import {
  type MailedLink,
  cameBack,
  readAuthCallback,
  withoutAuthCallback,
} from '../auth-callback/auth-callback.ts';
import { failedLink } from '../auth-callback/failed-link.ts';

declare global {
  interface Window {
    /** The address as it was, where the page's first script took something out of it (layouts/Page.astro). */
    arrivedAt?: string;
  }
}

/** The consequence of the address's parameters, a link's page, a failure message, or nothing. */
export type Taken = { readonly link: MailedLink } | { readonly failure: Toast | null };

/** Takes what a link brought out of the address, before anything else is asked for, and acts on it. */
export async function takeAuthCallback(): Promise<Taken> {
  const arrivedAt = window.arrivedAt ?? location.href;
  delete window.arrivedAt;
  const callback = readAuthCallback(arrivedAt);
  if (callback.kind === 'nothing') return { failure: null };
  const isSignIn = cameBack(arrivedAt);
  goTo(withoutAuthCallback(arrivedAt), 'replace');
  dropFragment();
  if (callback.kind === 'link') return { link: callback };
  if (callback.kind === 'unusable') return { failure: await failedLink('', false) };
  if (callback.kind === 'failed') return { failure: await failedLink(callback.code, isSignIn) };
  try {
    const { finishSignInElsewhere } = await import('./elsewhere.ts');
    const answer = await finishSignInElsewhere(callback.code, callback.flowId);
    return { failure: answer.ok ? null : await failedLink(answer.code ?? '', true) };
  } catch {
    return { failure: await failedLink('', true) };
  }
}
