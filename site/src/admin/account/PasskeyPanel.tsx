import { useQuery } from '@tanstack/react-query';
import type { AccountCopy } from '../../content/admin/account.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/show.ts';
import type { Toast } from '../../ui/toast/toast.ts';
import { localise, type Answer } from '../session/answer.ts';
import { Confirmed } from './password/Confirmed.tsx';
import { Panel, spellDate } from './parts/Panel.tsx';
import { addPasskey, removePasskey, passkeysQuery } from './passkeys.ts';
import { useSave } from '../saving/use-save.ts';
import { useReadAnew } from './parts/read.ts';
import styles from './parts/Account.module.css';

/** The account's passkeys with add and remove. Hidden where the backend has none. */
export function PasskeyPanel({ copy }: { copy: AccountCopy['passkeys'] }) {
  const { data: passkeys } = useQuery(passkeysQuery);
  const readAnew = useReadAnew();
  const notify = (answer: Answer, done: Toast) => {
    const message = answer.ok ? null : localise(answer, copy.problems).message;
    showToast(answer.ok ? done : { ...copy.toasts.failed, text: message ?? copy.toasts.failed.text });
  };
  const { save: add } = useSave({
    send: () => addPasskey(),
    done: (answer) => notify(answer, copy.toasts.added),
    settled: readAnew,
  });
  const { save: remove } = useSave({
    send: (id: string) => removePasskey(id),
    done: (answer) => notify(answer, copy.toasts.removed),
    settled: readAnew,
  });
  if (!passkeys) return null;

  return (
    <Panel title={copy.title} lead={passkeys.length === 0 ? copy.none : copy.lead}>
      {passkeys.length > 0 && (
        <ul className={styles['rows']}>
          {passkeys.map(({ id, name, createdAt }) => (
            <li key={id} className={styles['row']}>
              <span>
                {name || copy.unnamed}
                <small>{copy.since.replace('{date}', spellDate(createdAt))}</small>
              </span>
              <Confirmed
                label={copy.remove}
                question={copy.removeQuestion}
                onConfirm={() => void remove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      <Button onClick={() => void add()}>{copy.add}</Button>
    </Panel>
  );
}
