import { useQuery, queryOptions } from '@tanstack/react-query';
import type { AuthError } from '@supabase/auth-js';
import { Button } from '../../ui/Button.tsx';
import { answerOf } from '../session/answer-of.ts';
import type { Answer } from '../session/answer.ts';
import { passkeyProblems } from '../second-factor/problems.ts';
import { PasskeyEntry } from './PasskeyEntry.tsx';
import { Panel, Unread } from './parts/Panel.tsx';
import { useAccountSave, dataOf, accountKey } from './parts/read.ts';
import { auth } from '../../supabase/auth.ts';
import { readSignInMethods } from '../../supabase/auth-settings.ts';

/** Asks this device to make one. */
const addPasskey = (): Promise<Answer> =>
  answerOf(auth().registerPasskey() as Promise<{ error: AuthError | null }>);

const removePasskey = (passkeyId: string): Promise<Answer> => answerOf(auth().passkey.delete({ passkeyId }));

/** Null where the backend takes none. */
const passkeysQuery = queryOptions({
  queryKey: [...accountKey, 'passkeys'],
  queryFn: async () => ((await readSignInMethods()).hasPasskeys ? dataOf(auth().passkey.list()) : null),
});

/** The account's passkeys with add, rename and remove. Hidden where the backend has none. */
export function PasskeyPanel() {
  const { data: passkeys, isError, refetch } = useQuery(passkeysQuery);
  const add = useAccountSave(addPasskey, { title: 'Passkey added' }, passkeyProblems);
  const remove = useAccountSave(removePasskey, { title: 'Passkey removed' }, passkeyProblems);
  if (!passkeys && !isError) return null;

  return (
    <Panel
      title="Passkeys"
      lead={
        passkeys?.length
          ? 'Each of these signs you in instead of the password.'
          : passkeys
            ? 'None. A passkey signs you in with your device instead of a password.'
            : undefined
      }
    >
      {isError && <Unread onRetry={() => void refetch()} />}
      {passkeys && passkeys.length > 0 && (
        <ul className="w-full">
          {passkeys.map((passkey) => (
            <PasskeyEntry key={passkey.id} passkey={passkey} onRemove={() => void remove(passkey.id)} />
          ))}
        </ul>
      )}
      {passkeys && <Button onClick={() => void add()}>Add a passkey</Button>}
    </Panel>
  );
}
