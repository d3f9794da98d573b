import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { showToast } from '../../../../ui/toast/show.ts';
import { call } from '../../data/call.ts';
import { tagsQuery } from '../../data/queries.ts';
import { type Change, outcome as outcomeShape } from '../../data/shapes/change.ts';
import type { Filter, Status } from '../../data/shapes/row.ts';
import { useRefresh, useReport, useUndo } from '../../data/use-report.ts';
import { MailFields } from '../../moves/MailFields.tsx';
import { useMailDraft } from '../../moves/use-mail-draft.ts';
import { Modal } from '../../dialogs/Modal.tsx';
import { usePeople } from '../../people/use-people.ts';
import type { ReviewCopy } from '../../../../content/admin/review.ts';
import { sayCount } from '../../format/number.ts';
import { fill, useWords } from '../../words.tsx';
import styles from './BulkBar.module.css';

/** What shall happen to the chosen ones, before it is known how. */
export type Plan =
  | { readonly kind: 'move'; readonly to: Status }
  | { readonly kind: 'assign'; readonly assignee: string | null }
  | { readonly kind: 'add_tag' | 'remove_tag' };

interface Props {
  plan: Plan;
  target: { readonly filter: Filter } | { readonly ids: readonly string[] };
  count: number;
  sampleId: string;
  onClose: () => void;
  onDone: () => void;
}

function changeOf(plan: Plan, tag: string): Change {
  if (plan.kind === 'move') return { status: plan.to };
  if (plan.kind === 'assign') return { assignee: plan.assignee };
  return plan.kind === 'add_tag' ? { add_tag: tag } : { remove_tag: tag };
}

/** What the last button says: what it does, to how many. */
function sayDeed(
  plan: Plan,
  count: string,
  hasMail: boolean,
  { selection: { apply } }: ReviewCopy,
  nameOf: (id: string) => string,
): string {
  if (plan.kind === 'move') return fill(apply.move[plan.to], { count }) + (hasMail ? apply.andMail : '');
  if (plan.kind !== 'assign') return fill(apply[plan.kind], { count });
  if (plan.assignee === null) return fill(apply.unassign, { count });
  return fill(apply.assign, { count, name: nameOf(plan.assignee) });
}

/** One request for all of them, with undo; says how many were left as they were. */
export default function BulkDialog({ plan, target, count, sampleId, onClose: leave, onDone }: Props) {
  const words = useWords();
  const [tag, setTag] = useState('');
  const { mail, setMail, onClose } = useMailDraft(`many.${plan.kind === 'move' ? plan.to : ''}`, leave);
  const [isWorking, setWorking] = useState(false);
  const [report, refresh, undo] = [useReport(), useRefresh(), useUndo()];
  const { nameOf } = usePeople();
  const needsTag = plan.kind === 'add_tag' || plan.kind === 'remove_tag';
  const said = sayCount(count);

  const apply = async () => {
    if (isWorking || (needsTag && !tag.trim())) return;
    setWorking(true);
    try {
      const change = changeOf(plan, tag);
      const outcome = await call('review_many', { change, ...target, ...(mail && { mail }) }, outcomeShape);
      const skipped = fill(words.selection.skipped, { skipped: sayCount(outcome.skipped) });
      showToast({
        title: fill(words.selection.done, { changed: sayCount(outcome.changed) }),
        ...(outcome.skipped > 0 && { text: skipped }),
        ...(outcome.changed > 0 && { action: undo(outcome.batch_id) }),
      });
      onDone();
      onClose();
    } catch (cause) {
      report(cause);
      setWorking(false);
    }
    await refresh();
  };

  const title =
    plan.kind === 'move'
      ? fill(words.move.titleMany, { count: said, status: words.statuses[plan.to] })
      : fill(words.selection.title, { count: said });
  return (
    <Modal title={title} onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        {needsTag && <TagField value={tag} onChange={setTag} />}
        {plan.kind === 'move' && (
          <MailFields to={plan.to} applicationId={sampleId} isMany mail={mail} onChange={setMail} />
        )}
        <div className={styles['actions']}>
          <Button type="submit" look="solid" aria-disabled={isWorking || undefined}>
            {isWorking ? words.selection.working : sayDeed(plan, said, mail !== null, words, nameOf)}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </form>
    </Modal>
  );
}

function TagField({ value, onChange }: { value: string; onChange: (tag: string) => void }) {
  const words = useWords();
  const { data: tags = [] } = useQuery(tagsQuery);
  return (
    <>
      <Field
        label={words.selection.tag}
        list="review-tags"
        maxLength={40}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id="review-tags">
        {tags.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
    </>
  );
}
