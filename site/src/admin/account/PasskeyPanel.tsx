import { useQuery, queryOptions } from '@tanstack/react-query';
import type { AuthError } from '@supabase/auth-js';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { localise, type Answer, answerOf, failureToast } from '../session/answer.ts';
import { passkeyProblems } from '../second-factor/problems.ts';
import { Confirmed } from './password/Confirmed.tsx';
import { Panel, spellDate } from './parts/Panel.tsx';
import { useSave } from '../saving/use-save.ts';
import { useReadAnew, dataOf, accountKey } from './parts/read.ts';
import { auth } from '../../supabase/auth.ts';
import { readSignInMethods } from '../../supabase/sign-in-methods.ts';
import styles from './parts/Account.module.css';

/** A device's own key to the account. */
interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** The account's passkeys. @throws ReadError */
async function readPasskeys(): Promise<readonly Passkey[]> {
  const passkeys = await dataOf(auth().passkey.list());
  return passkeys.map(({ id, friendly_name, created_at }) => ({
    id,
    name: friendly_name ?? '',
    createdAt: created_at,
  }));
}

/** Asks this device to make one. */
const addPasskey = (): Promise<Answer> =>
  answerOf(auth().registerPasskey() as Promise<{ error: AuthError | null }>);

const removePasskey = (passkeyId: string): Promise<Answer> => answerOf(auth().passkey.delete({ passkeyId }));

/** Null where the backend takes none. */
const passkeysQuery = queryOptions({
  queryKey: [...accountKey, 'passkeys'],
  queryFn: async () => ((await readSignInMethods()).hasPasskeys ? readPasskeys() : null),
});

/** The account's passkeys with add and remove. Hidden where the backend has none. */
export function PasskeyPanel() {
  const { data: passkeys } = useQuery(passkeysQuery);
  const readAnew = useReadAnew();
  const notify = (answer: Answer, title: string) =>
    showToast(answer.ok ? { title } : failureToast(localise(answer, passkeyProblems)));
  const { save: add } = useSave({
    send: () => addPasskey(),
    done: (answer) => notify(answer, 'Passkey added'),
    settled: readAnew,
  });
  const { save: remove } = useSave({
    send: (id: string) => removePasskey(id),
    done: (answer) => notify(answer, 'Passkey removed'),
    settled: readAnew,
  });
  if (!passkeys) return null;

  return (
    <Panel
      title="Passkeys"
      lead={
        passkeys.length === 0
          ? 'None. A passkey signs you in with your device instead of a password.'
          : 'Each of these signs you in instead of the password.'
      }
    >
      {passkeys.length > 0 && (
        <ul className="full">
          {passkeys.map(({ id, name, createdAt }) => (
            <li key={id} className={`row wrap apart gap-3 ${styles['row']}`}>
              <span>
                {name || 'Passkey'}
                <small>{`Added ${spellDate(createdAt)}`}</small>
              </span>
              <Confirmed label="Remove" question="Really remove?" onConfirm={() => void remove(id)} />
            </li>
          ))}
        </ul>
      )}
      <Button onClick={() => void add()}>Add a passkey</Button>
    </Panel>
  );
}
