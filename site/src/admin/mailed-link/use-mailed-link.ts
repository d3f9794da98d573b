import { useState } from 'react';
import type { Session } from '@supabase/auth-js';
import type { MailedLinkCopy } from '../../content/admin/mailed-link.ts';
import { auth } from '../../supabase/auth.ts';
import { showToast } from '../../ui/toast/show.ts';
import type { Toast } from '../../ui/toast/toast.ts';
import { goTo } from '../route/address.ts';
import { hrefOfPlace } from '../route/search.ts';
import { type Refusal, isWrongCode } from '../session/answer.ts';
import type { LinkType } from '../auth-callback/auth-callback.ts';
import { failureToast } from '../session/failure-toast.ts';
import { adopt, discard, readWhoIsHere, redeem, type Proof } from './redeem.ts';
import { useSave } from '../saving/use-save.ts';

/** The state of the page. */
type Step =
  | { readonly name: 'ready' }
  | { readonly name: 'dead' }
  | { readonly name: 'halfway' }
  /** Another account is signed in here, and the person chooses. */
  | { readonly name: 'asking'; readonly session: Session; readonly here: string; readonly isSame: boolean };

const wantPassword: readonly LinkType[] = ['recovery', 'invite'];

/** Continues to the link's page under a clean address. */
function goOnTo(type: LinkType): void {
  goTo(hrefOfPlace(wantPassword.includes(type) ? 'new-password' : 'review'), 'replace');
}

function notify(toast: Toast, { user }: Session): void {
  showToast({ ...toast, text: (toast.text ?? '').replace('{who}', user.email ?? '') });
}

/** Reports a failed press. Returns the error of a typed code. */
function refuse(answer: Refusal, proof: Proof, copy: MailedLinkCopy): string | null {
  if ('code' in proof && isWrongCode(answer)) return copy.code.wrong;
  if ('code' in proof && answer.isOffline) return copy.offline;
  const failed = answer.isOffline ? { ...copy.toasts.failed, text: copy.offline } : copy.toasts.failed;
  showToast(failureToast(answer, { later: copy.later, toasts: { failed } }));
  return null;
}

/** Makes the link's session this browser's. Returns true on success. */
async function enter(session: Session, hasOther: boolean, type: LinkType, copy: MailedLinkCopy) {
  const answer = await adopt(session, hasOther);
  if (!answer.ok) {
    showToast(failureToast(answer, { later: copy.later, toasts: copy.toasts }));
    return false;
  }
  goOnTo(type);
  notify(copy.toasts.entered, session);
  return true;
}

/** Spends a link or a code by a press, once at a time, and asks before a session that is here gives way to it. */
export function useMailedLink(copy: MailedLinkCopy, type: LinkType, onDone: () => void) {
  const [step, setStep] = useState<Step>({ name: 'ready' });

  const spend = async (proof: Proof): Promise<string | null> => {
    const redeemed = await redeem(type, proof);
    if (redeemed.kind === 'session') await take(redeemed.session);
    else if (redeemed.kind === 'halfway') setStep({ name: 'halfway' });
    else if ('tokenHash' in proof && isWrongCode(redeemed.answer)) setStep({ name: 'dead' });
    else return refuse(redeemed.answer, proof, copy);
    return null;
  };
  const take = async (session: Session) => {
    const here = await readWhoIsHere();
    if (!here) return (await enter(session, false, type, copy)) && onDone();
    const isSame = here.id === session.user.id;
    if (!isSame || type !== 'email_change')
      return setStep({ name: 'asking', session, here: here.email, isSame });
    // The address is changed. The existing session stays and is refreshed.
    await discard(session);
    await auth().refreshSession();
    notify(copy.toasts.changed, session);
    onDone();
  };
  const goOn = async (session: Session) => {
    if (await enter(session, true, type, copy)) onDone();
  };
  const stay = async (session: Session) => {
    await discard(session);
    onDone();
  };
  const { save, isSaving: isBusy } = useSave({
    send: (act: () => Promise<unknown>) => act(),
    done: () => {},
  });
  const once =
    <Input, Result>(act: (input: Input) => Promise<Result>) =>
    async (input: Input): Promise<Result | null> => {
      let result: Result | null = null;
      await save(async () => {
        result = await act(input);
      });
      return result;
    };
  return { step, isBusy, spend: once(spend), goOn: once(goOn), stay: once(stay) };
}
