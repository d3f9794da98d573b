import { useEffect, useState } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { forgetText, keepText, storedText } from '#ui/keep-text.ts';
import { showToast } from '#ui/toast/show.ts';
import { holdUnsaved } from '#admin/session/unsaved.ts';
import { keyOf } from '../../../kernel/drafts/drafts.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { useReviewSave } from '../../../kernel/data/saves.ts';

interface Setting<Row, Draft> {
  /** The name of its draft in the tab. */
  readonly name: string;
  readonly record: Row;
  /** Everything that is loaded of it, and loaded again after each save. */
  readonly query: { readonly queryKey: QueryKey };
  readonly draftOf: (record: Row) => Draft;
  readonly shape: z.ZodMiniType<Draft>;
  /** Sends the draft with the version that was seen. */
  readonly send: (draft: Draft, seenVersion: number) => Promise<Row>;
  /** Returns a draft that was changed while `sent` was saved. */
  readonly merge?: (now: Draft, sent: Draft, saved: Draft) => Draft;
  /** A field shows why a value is refused. Otherwise a toast does. */
  readonly hasField?: boolean;
}

/** The version of what is kept. A member's own settings have none. */
const versionOf = (record: object) => ('version' in record ? Number(record.version) : 0);

interface Edit<Draft> {
  readonly draft: Draft;
  /** The version that it changes. */
  readonly version: number;
  /** True after someone else's save, which the next save replaces. */
  readonly isConflict: boolean;
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The edit that waits in the tab, or null. An earlier release may have written another shape. */
function useEdit<Draft>(name: string, draft: z.ZodMiniType<Draft>) {
  const { user_id: myId } = useMe();
  const key = keyOf(myId, `setting.${name}`);
  const read = (): Edit<Draft> | null => {
    try {
      const shape = z.object({ draft, version: z.number(), isConflict: z.boolean() });
      return z.parse(shape, JSON.parse(storedText('sessionStorage', key) ?? 'null'));
    } catch {
      return null;
    }
  };
  const [edit, setEdit] = useState(read);
  const keep = (next: Edit<Draft> | null) => {
    if (next) keepText('sessionStorage', key, JSON.stringify(next));
    else forgetText('sessionStorage', key);
    setEdit(next);
  };
  return { edit, read, keep };
}

/**
 * Edits a setting. What is not saved yet stays in the tab, with the version that it changes, until it is saved or
 * discarded. After a concurrent save, `theirs` is what is kept, and another save replaces it.
 */
export function useSettingSave<Row extends object, Draft>(setting: Setting<Row, Draft>) {
  const { record, draftOf, merge } = setting;
  const client = useQueryClient();
  const { edit, read, keep } = useEdit(setting.name, setting.shape);
  const stored = draftOf(record);
  const { draft, version, isConflict } = edit ?? {
    draft: stored,
    version: versionOf(record),
    isConflict: false,
  };
  const isChanged = isConflict || !isEqual(draft, stored);
  useEffect(() => (isChanged ? holdUnsaved() : undefined), [isChanged]);
  const setDraft = (next: Draft) =>
    keep(isConflict || !isEqual(next, stored) ? { draft: next, version, isConflict } : null);
  const reload = () => client.invalidateQueries({ queryKey: setting.query.queryKey });
  const saving = useReviewSave({
    send: (sent: Draft) => setting.send(sent, version),
    done: async (saved, sent) => {
      await reload();
      const now = read()?.draft ?? sent;
      const draft = merge?.(now, sent, draftOf(saved)) ?? now;
      keep(isEqual(now, sent) ? null : { draft, version: versionOf(saved), isConflict: false });
      showToast({ title: 'Saved' });
    },
    conflict: {
      shape: z.object({ version: z.number() }),
      take: async ({ version: present }, sent) => {
        await reload();
        keep({ draft: read()?.draft ?? sent, version: present, isConflict: true });
      },
    },
    hasField: setting.hasField ?? false,
    retries: true,
  });
  const save = (sent = draft) => {
    if (sent !== draft) setDraft(sent);
    return saving.save(sent);
  };
  const theirs = isConflict ? stored : null;
  return { draft, setDraft, theirs, isChanged, discard: () => keep(null), ...saving, save };
}
