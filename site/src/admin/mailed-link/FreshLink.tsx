import { useState } from 'react';
import { memberFunctions } from '../../supabase/member-functions.ts';
import { TIMEOUT_MS } from '../../supabase/connection.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { useSave } from '../saving/use-save.ts';
import { OFFLINE } from '../session/answer.ts';

const REQUESTED =
  'Check your inbox. If the invitation is still valid, a fresh link is on its way to the invited address.';

/** Has a fresh link of an invitation mailed to the invited address. The answer is the same for every invitation. */
export function FreshLink({ invitation }: { invitation: string }) {
  const [isRequested, setRequested] = useState(false);
  const { save, isSaving } = useSave({
    send: async () => {
      const body = { invitation };
      const { error, response } = await memberFunctions().invoke('invite-admin', {
        body,
        timeout: TIMEOUT_MS,
      });
      if (!error) return setRequested(true);
      const isLimited = response?.status === 429;
      const text = isLimited ? 'Too many requests. Please try again in a few minutes.' : 'Please try again.';
      return showToast({ title: 'Not sent', text: response ? text : OFFLINE, tone: 'danger' });
    },
    done: () => {},
  });
  return (
    <div aria-live="polite">
      {isRequested ? (
        <p>{REQUESTED}</p>
      ) : (
        <Button look="solid" aria-disabled={isSaving || undefined} onClick={() => void save()}>
          Email me a fresh link
        </Button>
      )}
    </div>
  );
}
