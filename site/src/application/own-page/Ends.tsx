import { useRef, useState, type RefObject } from 'react';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ownDataPage } from './own-data.ts';
import { saveFile } from '../../ui/save-file.ts';
import type { Act, MyApplication, Procedure } from './my-application.ts';
import { noNotice, type Notice, NoticeLine, wordsOf } from '../applicant/notice.tsx';
import styles from './MyApplication.module.css';

interface Props {
  application: MyApplication;
  copy: MyApplicationCopy;
  act: Act;
  /** After a press that something can be taken back of. */
  onPressed: () => void;
}

type UndoKind = NonNullable<MyApplication['undo']>['kind'] | undefined;

/** The result of a press, shown next to its button. */
interface Pressed extends Notice {
  procedure: Procedure;
  /** The undo that was available then. Another one outdates the words. */
  undo: UndoKind;
}

/** The buttons' actions and the last one's result. */
function useEnds({ application, copy, act, onPressed }: Props) {
  const { ends } = copy;
  const [notice, setNotice] = useState<Pressed | null>(null);
  const [pending, setPending] = useState<readonly Procedure[]>([]);
  const press = async (procedure: Procedure, outcomes: Readonly<Record<string, string>>) => {
    setPending((before) => [...before, procedure]);
    setNotice(null);
    const answer = await act(procedure);
    setPending((before) => before.filter((each) => each !== procedure));
    const result = wordsOf(answer, outcomes, copy);
    const undo = (answer.kind === 'answered' ? answer.application : application).undo?.kind;
    setNotice({ ...result, text: result.text.replace('[email]', application.email), procedure, undo });
    return answer.kind === 'answered' ? answer : null;
  };
  return {
    pending,
    notice: notice?.undo === application.undo?.kind ? notice : null,
    download: async () => {
      const answer = await press('download', { open: ends.download.done });
      if (!answer) return;
      const { fileName } = ends.download;
      const { label } = copy.standing.statuses[answer.application.status];
      const page = ownDataPage(answer.application, label, answer.data, `${fileName}.json`);
      saveFile(`${fileName}.html`, 'text/html', [page]);
    },
    renew: () => press('link_renew', ends.renew.outcomes),
    /** The result appears where it can be undone. */
    request: async (procedure: 'withdraw' | 'erase') => {
      if (await press(procedure, { withdrawn: '', erasing: '' })) onPressed();
    },
  };
}

/** The file, a new link, withdrawing and erasing. */
export function Ends(props: Props) {
  const { application, copy } = props;
  const { download, renew, withdraw, erase, titles } = copy.ends;
  const { notice, pending, ...presses } = useEnds(props);
  const stateOf = (procedure: Procedure) => ({
    notice: notice?.procedure === procedure ? notice : noNotice,
    isPending: pending.includes(procedure),
  });
  const dialog = useRef<HTMLDialogElement>(null);
  const isErasing = application.undo?.kind === 'erase';
  const canWithdraw = !isErasing && application.status !== 'withdrawn' && application.apply_again === null;
  return (
    <section className={styles['section']} aria-labelledby="ends">
      <h2 id="ends">{titles[isErasing ? 'erasing' : canWithdraw ? 'open' : 'ended']}</h2>
      <div>
        <dl className={styles['ends']}>
          <End {...download} {...stateOf('download')} onPress={() => void presses.download()} />
          {!isErasing && (
            <End
              press={renew.press}
              text={renew.text.replace('[email]', application.email)}
              {...stateOf('link_renew')}
              onPress={() => void presses.renew()}
            />
          )}
          {canWithdraw && (
            <End {...withdraw} {...stateOf('withdraw')} onPress={() => void presses.request('withdraw')} />
          )}
          {!isErasing && (
            <End {...erase} look="danger" {...stateOf('erase')} onPress={() => dialog.current?.showModal()} />
          )}
        </dl>
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

/** Erasing takes a second press, because anyone may press a forwarded link. */
function EraseDialog({ copy: { ends }, dialog, onConfirm }: EraseProps) {
  return (
    <Dialog id="erase-dialog" title={ends.erase.sure} ref={dialog}>
      <p>{ends.erase.text}</p>
      <p className={styles['actions']}>
        <Button look="danger" onClick={onConfirm}>
          {ends.erase.confirm}
        </Button>
        <Button commandfor="erase-dialog" command="close">
          {ends.erase.cancel}
        </Button>
      </p>
    </Dialog>
  );
}

interface EndProps {
  text: string;
  press: string;
  look?: 'line' | 'danger';
  isPending: boolean;
  notice: Notice;
  onPress: () => void;
}

function End({ text, press, look = 'line', isPending, notice, onPress }: EndProps) {
  return (
    <div>
      <dt>
        <Button look={look} aria-disabled={isPending || undefined} onClick={isPending ? undefined : onPress}>
          {press}
        </Button>
      </dt>
      <dd>
        <span>{text}</span>
        <NoticeLine notice={notice} />
      </dd>
    </div>
  );
}
