import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { localise, type Answer } from '../session/answer.ts';
import { passkeyProblems } from '../second-factor/problems.ts';
import { failureToast } from '../session/failure-toast.ts';
import { Confirmed } from './password/Confirmed.tsx';
import { Panel, spellDate } from './parts/Panel.tsx';
import { addPasskey, removePasskey, passkeysQuery } from './passkeys.ts';
import { useSave } from '../saving/use-save.ts';
import { useReadAnew } from './parts/read.ts';
import styles from './parts/Account.module.css';

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
