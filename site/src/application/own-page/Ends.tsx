import { useRef, useState, type RefObject } from 'react';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { MyApplication, Procedure } from './my-application.ts';
import type { Act } from './use-my-application.ts';
import { wordsOf } from './words.ts';
import styles from './MyApplication.module.css';

interface Props {
  application: MyApplication;
  copy: MyApplicationCopy;
  act: Act;
  /** After a press that something can be taken back of. */
  onPressed: () => void;
}

/** Hands a text over as a file. */
function save(fileName: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** What the presses do, and what the last one came to. */
function useEnds({ application, copy, act, onPressed }: Props) {
  const { ends } = copy;
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const press = async (procedure: Procedure, outcomes: Readonly<Record<string, string>>) => {
    if (isBusy) return null;
    setBusy(true);
    setSaid('');
    const answer = await act(procedure);
    setBusy(false);
    setSaid(wordsOf(answer, outcomes, copy).replace('[email]', application.email));
    return answer?.kind === 'answered' ? answer : null;
  };
  return {
    said,
    download: async () => {
      const answer = await press('download', { open: ends.download.done });
      if (answer) save(ends.download.fileName, answer.whole);
    },
    renew: () => press('renew', ends.renew.outcomes),
    /** What comes of it is said where it can be undone. */
    request: async (procedure: 'withdraw' | 'erase') => {
      if (await press(procedure, { withdrawn: '', erasing: '' })) onPressed();
    },
  };
}

/** The file, a new link, withdrawing and erasing. */
export function Ends(props: Props) {
  const { application, copy } = props;
  const { download, renew, withdraw, erase, title } = copy.ends;
  const { said, ...presses } = useEnds(props);
  const dialog = useRef<HTMLDialogElement>(null);
  const isErasing = application.undo?.kind === 'erase';
  const isWithdrawn = application.status === 'withdrawn';
  return (
    <section className={styles['section']} aria-labelledby="ends">
      <h2 id="ends">{title}</h2>
      <div>
        <dl className={styles['ends']}>
          <End {...download} onPress={() => void presses.download()} />
          {!isErasing && (
            <End
              press={renew.press}
              text={renew.text.replace('[email]', application.email)}
              onPress={() => void presses.renew()}
            />
          )}
          {!isErasing && !isWithdrawn && (
            <End {...withdraw} onPress={() => void presses.request('withdraw')} />
          )}
          {!isErasing && <End {...erase} onPress={() => dialog.current?.showModal()} />}
        </dl>
        <p className={styles['said']} role="status">
          {said}
        </p>
      </div>
      <EraseDialog
        copy={copy}
        dialog={dialog}
        onConfirm={() => {
          dialog.current?.close();
          void presses.request('erase');
        }}
      />
    </section>
  );
}

interface EraseProps {
  copy: MyApplicationCopy;
  dialog: RefObject<HTMLDialogElement | null>;
  onConfirm: () => void;
}

/** Erasing takes a second press: a link that was passed on may be pressed on by anyone. */
function EraseDialog({ copy: { ends }, dialog, onConfirm }: EraseProps) {
  return (
    <Dialog id="erase-dialog" title={ends.erase.sure} ref={dialog}>
      <p>{ends.erase.text}</p>
      <p className={styles['actions']}>
        <Button look="solid" onClick={onConfirm}>
          {ends.erase.confirm}
        </Button>
        <Button commandfor="erase-dialog" command="close">
          {ends.erase.cancel}
        </Button>
      </p>
    </Dialog>
  );
}

function End({ text, press, onPress }: { text: string; press: string; onPress: () => void }) {
  return (
    <div>
      <dt>
        <Button onClick={onPress}>{press}</Button>
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
