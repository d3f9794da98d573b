import { useState } from 'react';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { TagField } from '../../../kernel/controls/tags.tsx';
import { type Change, outcome as outcomeShape } from '../../../kernel/data/shapes/change.ts';
import type { Status } from '../../../kernel/data/shapes/row.ts';
import { useUndo, useApplicationSave } from '../../../kernel/data/saves.ts';
import { MailFields } from '../../../moves/mail/dialogs/MailFields.tsx';
import { DialogForm } from '../../../kernel/dialogs/DialogForm.tsx';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import { usePeople } from '../../../kernel/people/use-people.ts';
import { formatApplications, formatCount } from '../../../kernel/format/number.ts';
import { ErrorState } from '../../../kernel/states/Placeholder.tsx';
import { DelayChoice, useDelay } from '../../../moves/mail/dialogs/DelayChoice.tsx';
import { ReasonChoice } from '../../../moves/mail/dialogs/ReasonChoice.tsx';
import {
  describeMoveOfMany,
  type Target,
  Unchanged,
  Unreached,
  useMailOfMany,
  useMovePreview,
} from '../../../moves/mail/dialogs/many.tsx';
import { describeLeaving, STOPPABLE_MS } from '../../../moves/mail/describe-mail.ts';
import { phrase } from '../../../kernel/words.ts';
import { statusDisplay } from '../../../kernel/status/status-display.ts';
import { trimmed } from '@solostead/contract/visible';

interface Props {
  /** The chosen change, with an empty tag. */
  plan: Change;
  target: Target;
  count: number;
  sampleId: string;
  onClose: () => void;
  onDone: () => void;
}

/** Returns the label of the last button with its action and number. */
function describeAction(
  plan: Exclude<Change, { status: Status }>,
  count: string,
  nameOf: (id: string) => string,
): string {
  if ('add_tag' in plan) return `Add the tag to ${count}`;
  if ('remove_tag' in plan) return `Remove the tag from ${count}`;
  if (plan.assignee === null) return `Unassign ${count}`;
  return phrase`Assign ${count} to ${nameOf(plan.assignee)}`;
}

/** Returns why a change leaves some applications as they were. */
export function whyLeft(change: Change): string {
  if ('status' in change) return 'Their status does not allow the move, or nothing would change.';
  if ('assignee' in change) return 'Nothing would change.';
  if ('remove_tag' in change) return 'They do not have this tag.';
  return 'They already have this tag, or they have 20 tags, which is the limit.';
}

/** Changes all of them in one request with an undo, and reports how many were skipped. */
function useBulk({ plan, target, onClose: leave, onDone }: Props) {
  const [tag, setTag] = useState('');
  const to = 'status' in plan ? plan.status : null;
  const { mail, setMail, templates, isShown, onClose } = useMailOfMany(to, target, leave);
  const preview = useMovePreview(to, target);
  // The button waits for the template and the number of mails, because its label states both.
  const isReady = to === null || (templates.isSuccess && preview.isSuccess);
  const delay = useDelay();
  const [reason, setReason] = useState<string | null>(null);
  const undo = useUndo();
  const { time_zone: zone } = useMe();
  const needsTag = 'add_tag' in plan || 'remove_tag' in plan;
  const change: Change = needsTag ? ('add_tag' in plan ? { add_tag: tag } : { remove_tag: tag }) : plan;

  const { save, isSaving: isWorking } = useApplicationSave({
    send: () => {
      const parameters = { change, ...target };
      const mailed = mail && { mail: { ...mail, ...delay.chosen } };
      return call(
        'review_change_many',
        { ...parameters, ...mailed, ...(reason && { reason }) },
        outcomeShape,
      );
    },
    done: (outcome) => {
      const { mail_due_at: dueAt } = outcome;
      const skipped = `Unchanged: ${formatCount(outcome.skipped)}. ${whyLeft(change)}`;
      showToast({
        title: `${formatCount(outcome.changed)} changed`,
        text: [dueAt && describeLeaving(dueAt, zone, outcome.mailed), outcome.skipped > 0 && skipped]
          .filter(Boolean)
          .join(' '),
        ...(outcome.mailed > 0 && { stayMs: STOPPABLE_MS }),
        ...(outcome.changed > 0 && { action: undo(outcome.batch_id) }),
      });
      // After the dialog was closed, the selection may be another one.
      if (isShown.current) onDone();
      onClose();
    },
  });
  const apply = () => (!needsTag || trimmed(tag)) && void save();
  const missing = to === null ? undefined : [templates, preview].find(({ isError }) => isError);
  return {
    ...{ to, tag, setTag, needsTag, mail, setMail, reason, setReason, delay },
    ...{ preview: preview.data, missing, isReady, isWorking, apply, onClose },
  };
}

/** Asks what a change of many needs to know, and makes it. */
export default function BulkDialog(props: Props) {
  const { plan, count, sampleId } = props;
  const { to, tag, setTag, needsTag, mail, setMail, reason, setReason, delay, ...bulk } = useBulk(props);
  const { preview, missing, isReady, isWorking, apply, onClose } = bulk;
  const applications = formatApplications(count);
  const title = to
    ? phrase`Move ${applications} to ${statusDisplay[to].label}`
    : phrase`Change ${applications}`;
  const { nameOf } = usePeople();
  const submit =
    'status' in plan
      ? describeMoveOfMany(plan.status, preview ?? { changed: count, mailed: 0 }, mail !== null)
      : describeAction(plan, formatCount(count), nameOf);
  return (
    <Modal title={title} onClose={onClose}>
      <DialogForm
        label={submit}
        savingLabel="Working…"
        isSaving={isWorking}
        isReady={isReady}
        onSave={apply}
        onClose={onClose}
      >
        {needsTag && <TagField label="Tag" value={tag} onTag={setTag} />}
        {to && (
          <>
            <Unchanged to={to} preview={preview} />
            <ReasonChoice to={to} reason={reason} onChange={setReason} />
            <MailFields {...{ to, mail, reason }} applicationId={sampleId} isMany onChange={setMail} />
            {mail && <DelayChoice {...delay.choice} mails={preview?.mailed} />}
            {mail && <Unreached preview={preview} />}
          </>
        )}
        {missing && <ErrorState error={missing.error} onRetry={() => void missing.refetch()} />}
      </DialogForm>
    </Modal>
  );
}
