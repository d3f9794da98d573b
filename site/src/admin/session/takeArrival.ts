import type { AdminCopy } from '../../content/admin/admin.ts';
import type { Toast } from '../../ui/toast/toast.ts';
import { goTo } from '../address.ts';
import type { MailedLink } from './arrival.ts';
import { cameBack, readArrival, withoutArrival } from './arrival.ts';
import { finishSignInElsewhere } from './elsewhere.ts';
import { failedLink } from './failedLink.ts';

declare global {
  interface Window {
    /** The address as it was, where the page's first script took something out of it (admin/hideArrival.ts). */
    arrivedAt?: string;
  }
}

/** What is to be done about what the address brought: show a link's page, or say what failed, if anything did. */
export type Taken = { readonly link: MailedLink } | { readonly failure: Toast | null };

/** Takes what a link brought out of the address, before anything else is asked for, and acts on it. */
export async function takeArrival(copy: AdminCopy): Promise<Taken> {
  const arrivedAt = window.arrivedAt ?? location.href;
  delete window.arrivedAt;
  const arrival = readArrival(arrivedAt);
  if (arrival.kind === 'nothing') return { failure: null };
  const isSignIn = cameBack(arrivedAt);
  goTo(new URL(withoutArrival(arrivedAt), location.origin).searchParams, 'replace');
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  if (arrival.kind === 'link') return { link: arrival };
  if (arrival.kind === 'unusable') return { failure: copy.toasts.link };
  if (arrival.kind === 'failed') return { failure: failedLink(arrival.code, isSignIn, copy) };
  const answer = await finishSignInElsewhere(arrival.code, arrival.flowId);
  return { failure: answer.ok ? null : failedLink(answer.code ?? '', true, copy) };
}
