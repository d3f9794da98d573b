import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../ui/toast/show.ts';
import { useSave } from '../../saving/use-save.ts';
import { hasLostSession, failureToast } from '../../session/answer.ts';
import { makeRecoveryCodes, readRecoveryCodes, type NewCodes, recoveryCodesQuery } from './recovery-codes.ts';
import { useReadAnew } from '../parts/read.ts';

export interface RecoveryControl {
  /** New codes that the person has not put away yet. */
  readonly shown: NewCodes | null;
  readonly isMaking: boolean;
  /** True while the first set is made, so that the page does not offer to make it. */
  readonly isMakingFirst: boolean;
  /** Makes a set in place of the one there is, if any. */
  make(isFirst: boolean): Promise<void>;
  /**
   * Creates the first set after a first second factor was added, if the backend supports it and the account has none.
   */
  makeFirst(): Promise<void>;
  putAway(): void;
}

/** Creates, shows once, and dismisses the account's recovery codes. */
export function useRecoveryCodes(): RecoveryControl {
  const client = useQueryClient();
  const readAnew = useReadAnew();
  const [shown, setShown] = useState<NewCodes | null>(null);

  const { save, isSaving: isMaking } = useSave({
    send: makeRecoveryCodes,
    done: (made) => {
      if ('codes' in made) {
        setShown(made);
        void readAnew();
      } else if (made.code === 'mfa_recovery_codes_enroll_not_enabled')
        client.setQueryData(recoveryCodesQuery.queryKey, { kind: 'unknown-here' });
      else if (!hasLostSession(made)) showToast(failureToast(made, 'No codes made'));
    },
  });
  const make = async (isFirst: boolean) => void (await save(isFirst));
  const [isMakingFirst, setMakingFirst] = useState(false);
  const makeFirst = async () => {
    setMakingFirst(true);
    const found = await readRecoveryCodes().catch(() => null);
    if (found?.kind === 'none') await make(true);
    setMakingFirst(false);
  };
  return { shown, isMaking, isMakingFirst, make, makeFirst, putAway: () => setShown(null) };
}
