import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../ui/toast/show.ts';
import { useSave } from '../../saving/use-save.ts';
import { hasLostSession, failureToast } from '../../session/answer.ts';
import { makeRecoveryCodes, readRecoveryCodes, type NewCodes, recoveryCodesQuery } from './recovery-codes.ts';
import { useReload } from '../parts/read.ts';

/** Creates, shows once, and dismisses the account's recovery codes. */
export function useRecoveryCodes() {
  const client = useQueryClient();
  const reload = useReload();
  /** New codes that the person has not put away yet. */
  const [shown, setShown] = useState<NewCodes | null>(null);

  /** `make` makes a set in place of the one there is, if any. */
  const { save: make, isSaving: isMaking } = useSave({
    send: makeRecoveryCodes,
    done: (made) => {
      if ('codes' in made) {
        setShown(made);
        void reload();
      } else if (made.code === 'mfa_recovery_codes_enroll_not_enabled')
        client.setQueryData(recoveryCodesQuery.queryKey, { kind: 'unknown-here' });
      else if (!hasLostSession(made)) showToast(failureToast(made, 'No codes made'));
    },
  });
  /** True while the first set is made, so that the page does not offer to make it. */
  const [isMakingFirst, setMakingFirst] = useState(false);
  /** Makes the first set after a first second factor was added, if the backend supports it and the account has none. */
  const makeFirst = async () => {
    setMakingFirst(true);
    const found = await readRecoveryCodes().catch(() => null);
    if (found?.kind === 'none') await make(true);
    setMakingFirst(false);
  };
  return { shown, isMaking, isMakingFirst, make, makeFirst, putAway: () => setShown(null) };
}

export type RecoveryControl = ReturnType<typeof useRecoveryCodes>;
