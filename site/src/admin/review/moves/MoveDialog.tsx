import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../ui/toast/show.ts';
import { useSave } from '../../saving/use-save.ts';
import { asReviewError, conflictDetail, sentenceOf } from '../kernel/data/review-error.ts';
import { useMe } from '../kernel/data/me.tsx';
import type { Row } from '../kernel/data/shapes/row.ts';
import { report, useRefresh, useUndo } from '../kernel/data/saves.ts';
import { DialogForm } from '../kernel/dialogs/DialogForm.tsx';
import { Modal } from '../kernel/dialogs/Modal.tsx';
import { LoadError } from '../kernel/states/Placeholder.tsx';
import { templatesQuery } from './mail/queries.ts';
import { DelayChoice, useDelay } from './mail/dialogs/DelayChoice.tsx';
import { describeMail, STOPPABLE_MS, unreached } from './mail/describe-mail.ts';
import { fill, phrase, words } from '../kernel/words.ts';
import { statusDisplay } from '../kernel/status/status-display.ts';
import { describeFailure, MoveConflict } from './MoveConflict.tsx';
import { MailFields, Unconfirmed } from './mail/dialogs/MailFields.tsx';
import { ReasonChoice } from './mail/dialogs/ReasonChoice.tsx';
import { useMailDraft, useTemplateOf } from './mail/dialogs/use-mail-draft.ts';
import { makeMove, pathOf } from './make-move.ts';
import { versionOf, type MoveRequest } from './moves.ts';
import { type Latest, latest as latestShape } from './queries.ts';

interface Props extends MoveRequest {
  onClose: () => void;
}

/** Mails to an address that bounced wait. */
const isHeld = (row: Row) => row.email_bounced_at !== null;

/** Makes a move with its mail once, and shows both versions after a concurrent change. */
function useMovingWithMail({ row, to, onClose: leave, ...chosen }: Props) {
  const client = useQueryClient();
  // The version that was shown, or the version after a pending move.
  const [seenVersion] = useState(() => versionOf(client, row));
  const { template, isReady } = useTemplateOf(to);
  const draft = `${row.id}.${row.status_changed_at}.${to}`;
  const { mail, setMail, isShown, onClose } = useMailDraft(draft, template, leave);
  const delay = useDelay();
  const [reason, setReason] = useState(chosen.reason ?? null);
  const [conflict, setConflict] = useState<Latest | null>(null);
  const undo = useUndo();
  const { time_zone: zone } = useMe();

  const { save: move, isSaving } = useSave({
    send: async (seen: number | Promise<number>) =>
      makeMove(row.id, pathOf({ row: conflict?.row ?? row, to }), await seen, {
        mail: mail && { ...mail, ...delay.chosen },
        reason,
      }),
    done: (outcome) => {
      showToast({
        title: fill(words.moved, { name: row.name, status: statusDisplay[to].label }),
        action: undo(outcome.batch_id),
        ...(mail && {
          text: isHeld(outcome.row)
            ? 'The email is held because the address bounced.'
            : describeMail(outcome.row, outcome, zone),
          stayMs: STOPPABLE_MS,
        }),
      });
      onClose();
    },
    failed: (cause) => {
      const error = asReviewError(cause);
      const there = conflictDetail(error, latestShape);
      if (!isShown.current) {
        const title = describeFailure(row, to, error);
        showToast({ title, text: sentenceOf(error), tone: 'danger' });
      } else if (there) setConflict(there);
      else report(error);
      if (error.errorKind === 'gone') onClose();
    },
    settled: useRefresh(),
  });
  return { mail, setMail, reason, setReason, delay, onClose, isReady, isSaving, conflict, move, seenVersion };
}

/** Asks for the mail that goes with a move, makes it, and shows both versions when someone else was quicker. */
export default function MoveDialog(props: Props) {
  const { row, to } = props;
  const status = statusDisplay[to].label;
  const { mail, setMail, reason, setReason, delay, onClose, isReady, isSaving, conflict, move, seenVersion } =
    useMovingWithMail(props);
  return (
    <Modal title={phrase`Move ${row.name} to ${status}`} onClose={onClose}>
      {conflict ? (
        <MoveConflict
          role="alert"
          latest={conflict}
          to={to}
          onKeep={onClose}
          onMove={() => void move(conflict.row.version)}
        />
      ) : (
        <DialogForm
          label={`Move to ${status}`}
          isSaving={isSaving}
          isReady={isReady}
          isFirst
          onSave={() => void move(seenVersion)}
          onClose={onClose}
        >
          <LoadError what="The template" of={templatesQuery} />
          {unreached(row) === 'unconfirmed' && <Unconfirmed />}
          <ReasonChoice to={to} reason={reason} onChange={setReason} />
          <MailFields
            to={to}
            reason={reason}
            applicationId={row.id}
            isMany={false}
            isHeld={isHeld(row)}
            mail={mail}
            onChange={setMail}
          />
          {mail && <DelayChoice {...delay.choice} />}
        </DialogForm>
      )}
    </Modal>
  );
}
