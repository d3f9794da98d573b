import { useEffect, useRef, useState } from 'react';
import { renewSession, signOutHere } from '../../supabase/session.ts';
import { showToast } from '../../ui/toast/show.ts';
import type { Toast } from '../../ui/toast/toast.ts';
import { hasLostSession, localise, type Answer, failureToast } from '../session/answer.ts';
import { readSecondFactorMethods, type Method } from './methods.ts';
import { keyProblems } from './problems.ts';

/** The start and end of a step. */
export interface StepProps {
  /** The second factor is proven, or the account no longer has one. */
  onProven: () => void;
  /** Called to sign out here, by the person's choice (null), or with a reason for the toast. */
  onLeave: (why: Toast | null) => void;
}

/** The account's factors, not loaded yet, unreadable, or the available ones. */
type Methods = 'reading' | 'unread' | readonly Method[];

const ended = {
  title: 'Signed out',
  text: 'This took too long. Please sign in again.',
  tone: 'danger',
} as const;

/** Reads what the account can prove itself by, and what follows from each answer. */
export function useSecondFactor({ onProven, onLeave }: StepProps) {
  const [methods, setMethods] = useState<Methods>('reading');
  const isLeft = useRef(false);
  const leave = (why: Toast | null) => {
    isLeft.current = true;
    onLeave(why);
  };

  const read = async () => {
    setMethods('reading');
    const found = await readSecondFactorMethods();
    if (isLeft.current) return;
    if ('failure' in found) {
      if (hasLostSession(found.failure)) return leave(ended);
      return setMethods('unread');
    }
    if (found.hasAny) return setMethods(found.open);
    // Removed elsewhere since the session began: nothing is owed any more.
    await renewSession();
    if (!isLeft.current) onProven();
  };
  useEffect(() => {
    isLeft.current = false;
    void read();
    return () => {
      isLeft.current = true;
    };
    // Once: the parent may hand in new functions at each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const take = (answer: Answer) => {
    // Proven after all, but the person had already given up.
    if (isLeft.current) return answer.ok && void signOutHere();
    if (answer.ok) return onProven();
    if (hasLostSession(answer)) return leave(ended);
    const localised = localise(answer, keyProblems);
    showToast(failureToast(localised, 'Login failed', 'There was no answer. Please try again.'));
    // The way that was chosen is gone, removed elsewhere: shows what is left.
    if (answer.code === 'mfa_factor_not_found') void read();
  };
  return { methods, read, take, leave };
}
