import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { useUndoable } from '../../../kernel/commands/CommandsProvider.tsx';
import { call } from '../../../kernel/data/call.ts';
import type { Row } from '../../../kernel/data/shapes/row.ts';
import { useApplicationSave } from '../../../kernel/data/saves.ts';
import { formatWhen, useNow } from '../../../kernel/format/time.tsx';
import { useMe } from '../../../kernel/data/me.tsx';

/** Marks an address as bounced, or clears the mark. */
export function useBounce(id: string) {
  const undoable = useUndoable();
  const { save, isSaving } = useApplicationSave({
    send: (isMarked: boolean) => call('review_bounce_set', { application_id: id, bounced: isMarked }),
    done: (_, isMarked) =>
      showToast(
        isMarked
          ? {
              title: 'Emails to this address are held from now on',
              action: undoable(async () => void (await save(false))),
            }
          : { title: 'The held emails go out now' },
      ),
  });
  return { isSaving, set: save };
}

/** Since when mails do not reach the address, and the press that says they do. */
export function Bounce({ row: { id, email_bounced_at: since } }: { row: Row }) {
  const { mayReview } = useMe();
  const now = useNow();
  const { isSaving, set } = useBounce(id);
  if (!since) return null;
  return (
    <div>
      <p className="text-danger font-semibold">
        {`Emails to this address bounced, ${formatWhen(since, now)}. Emails to it are held.`}
      </p>
      {mayReview && (
        <Button look="text" aria-disabled={isSaving || undefined} onClick={() => void set(false)}>
          It works again
        </Button>
      )}
    </div>
  );
}
