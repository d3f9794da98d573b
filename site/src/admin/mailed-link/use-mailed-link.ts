import { useState } from 'react';
import type { Session } from '@supabase/auth-js';
import { renewSession } from '../../supabase/session.ts';
import { showToast } from '../../ui/toast/show.ts';
import { goTo } from '../route/address.ts';
import { hrefOfPlace } from '../route/search.ts';
import { type Refusal, isWrongCode, failureToast, NOT_THE_CODE, OFFLINE } from '../session/answer.ts';
import type { LinkType } from '../auth-callback/auth-callback.ts';
import { adopt, discard, readWhoIsHere, redeem, type Proof } from './redeem.ts';
import { useSave } from '../saving/use-save.ts';

/** The state of the page. */
type Step =
  | { readonly name: 'ready' | 'dead' | 'halfway' }
  /** Another account is signed in here, and the person chooses. */
  | { readonly name: 'asking'; readonly session: Session; readonly here: string; readonly isSame: boolean };

const wantPassword: readonly LinkType[] = ['recovery', 'invite'];

/** Reports a failed press. Returns the error of a typed code. */
function refuse(answer: Refusal, proof: Proof): string | null {
  if ('code' in proof && isWrongCode(answer)) return NOT_THE_CODE;
  if ('code' in proof && answer.isOffline) return OFFLINE;
  showToast(failureToast(answer, 'Not done', answer.isOffline ? OFFLINE : 'Please try again.'));
  return null;
}

/** Spends a link or a code by a press, once at a time, and asks before a session that is here gives way to it. */
export function useMailedLink(type: LinkType, onDone: () => void) {
  const [step, setStep] = useState<Step>({ name: 'ready' });

  const spend = async (proof: Proof): Promise<string | null> => {
    const redeemed = await redeem(type, proof);
    if (redeemed.kind === 'session') await take(redeemed.session);
    else if (redeemed.kind === 'halfway') setStep({ name: 'halfway' });
    else if ('tokenHash' in proof && isWrongCode(redeemed.answer)) setStep({ name: 'dead' });
    else return refuse(redeemed.answer, proof);
    return null;
  };
  const take = async (session: Session) => {
    const here = await readWhoIsHere();
    if (!here) return goOn(session);
    const isSame = here.id === session.user.id;
    if (!isSame || type !== 'email_change')
      return setStep({ name: 'asking', session, here: here.email, isSame });
    // The address is changed. The existing session stays and is refreshed.
    await discard(session);
    await renewSession();
    showToast({
      title: 'Email address changed',
      text: `Your account uses ${session.user.email ?? ''} from now on.`,
    });
    onDone();
  };
  /** Makes the link's session this browser's, and continues to the link's page under a clean address. */
  const goOn = async (session: Session) => {
    const answer = await adopt(session);
    if (!answer.ok) return showToast(failureToast(answer));
    goTo(hrefOfPlace(wantPassword.includes(type) ? 'new-password' : 'review'), 'replace');
    showToast({ title: 'Signed in', text: `As ${session.user.email ?? ''}.` });
    onDone();
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
