import { useRef } from 'react';
import { HONEYPOT_FIELD } from '@solostead/contract/honeypot';
import { Dialog } from '../ui/Dialog.tsx';
import { useIsHydrated } from '../ui/hydration/early-input.ts';
import { ScriptLost } from '../ui/lazy/ScriptLost.tsx';
import { ToastList } from '../ui/toast/ToastList.tsx';
import { ClosedNotice } from './closed/ClosedNotice.tsx';
import { useIntake } from './closed/intake.ts';
import { JoinFields } from './JoinFields.tsx';
import { postTo, SendRow } from './SendRow.tsx';
import type { ApplicationCopy } from '../content/application.ts';
import type { Received } from './received/ReceivedDialog.tsx';
import { DRAFT, forgetDraft, useDraft } from './use-draft.ts';
import { useFigures } from './use-figures.ts';
import { useJoinForm } from './use-join-form.ts';
import { useRemainingFields } from './use-remaining-fields.ts';
import styles from './JoinDialog.module.css';

interface Props {
  copy: ApplicationCopy;
  /** Called when an application was saved, with null if nothing of it can be changed. */
  onReceived: (received: Received | null) => void;
}

/**
 * The application form in its dialog. The page's HTML contains all of it, and people can type before any script. The
 * script arrives when the dialog first opens and reads the fields. Until then the button posts the form to `postTo`
 * (ui/hydration/hydrate.ts disables it while the script is loading).
 */
export function JoinDialog({ copy, onReceived }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { closed, isSent, onClosed } = useIntake(dialog);
  const figures = useFigures(dialog);
  const { form, submit, isSending, onTyping } = useJoinForm({
    copy,
    dialog,
    // Closed and empty after success, open after a failure (contract P4.2).
    onDone: (saved) => {
      forgetDraft();
      dialog.current?.scrollTo(0, 0);
      dialog.current?.close();
      onReceived(saved);
    },
    onClosed,
  });
  useDraft(form);
  const left = useRemainingFields(form, copy);
  const isTyped = Object.values(form.getValues()).some(Boolean);
  return (
    <Dialog id="join-dialog" title={copy.title} closeLabel={copy.close} width="wide" ref={dialog}>
      <p className={styles['lead']}>{copy.lead}</p>
      {closed && <ClosedNotice copy={copy.closed} {...closed} {...{ isTyped, isSent }} />}
      <form
        hidden={closed !== null && !isTyped}
        className={styles['form']}
        method="dialog"
        // Without script the browser checks the fields.
        noValidate={useIsHydrated()}
        data-draft={DRAFT}
        onSubmit={submit}
        onInput={onTyping}
        {...left.handlers}
      >
        <JoinFields form={form} copy={copy} onProfileLeft={left.completeLinkedin} />
        <Honeypot label={copy.honeypot} />
        <Notices copy={copy} />
        <SendRow {...{ copy, form, left: left.sentence, isSending }} />
        <p className={`${styles['privacy']} ${styles['figures']}`}>{figures}</p>
      </form>
      <ToastList />
    </Dialog>
  );
}

/** A field that people neither see nor reach, and that scripts fill in because it is there. */
function Honeypot({ label }: { label: string }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        <span>{label}</span>
        <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** About privacy, and a missing script on a backend that accepts no form without it. */
function Notices({ copy }: Pick<Props, 'copy'>) {
  return (
    <>
      <p className={styles['privacy']}>
        <span>{copy.privacy}</span>{' '}
        <a href="/privacy" target="_blank">
          {copy.privacyLink}
        </a>
      </p>
      {!postTo && (
        <>
          <noscript>
            <p className={styles['privacy']}>{copy.needsScript}</p>
          </noscript>
          <ScriptLost isInputSaved />
        </>
      )}
    </>
  );
}
