import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { answered, table } from '../data/call.ts';
import { anything } from '../../../supabase/decode.ts';
import { savedViewsQuery } from '../data/queries.ts';
import { asReviewError } from '../data/review-error.ts';
import type { SavedView } from '../data/shapes/settings.ts';
import { useReport } from '../data/use-report.ts';
import { useMe } from '../me.tsx';
import { Modal } from '../dialogs/Modal.tsx';
import { Skeleton } from '../states/Skeleton.tsx';
import { parseView, viewQuery } from '../view/view.ts';
import type { ViewControl } from '../view/use-view.ts';
import { fill, useWords } from '../words.tsx';
import styles from './SavedViews.module.css';

interface Props {
  control: ViewControl;
  onClose: () => void;
}

/** Views by name: one's own, and what others share. */
export default function SavedViews({ control, onClose }: Props) {
  const words = useWords();
  const report = useReport();
  const { user_id: myId } = useMe();
  const views = useQuery(savedViewsQuery);
  const open = ({ query }: SavedView) => {
    control.go(parseView(query).view);
    onClose();
  };
  const remove = async ({ id }: SavedView) => {
    try {
      await answered(table('saved_views').delete().eq('id', id), anything);
      showToast({ title: words.views.removed });
    } catch (cause) {
      report(cause);
    }
    await views.refetch();
  };
  return (
    <Modal title={words.views.title} onClose={onClose}>
      {views.isPending && <Skeleton lines={3} />}
      {views.data?.length === 0 && <p>{words.views.empty}</p>}
      <ul className={styles['views']}>
        {views.data?.map((view) => (
          <li key={view.id}>
            <Button look="text" onClick={() => open(view)}>
              {view.name}
            </Button>
            {view.shared && <span className={styles['quiet']}>{words.views.sharedBy}</span>}
            {view.owner === myId && (
              <Button
                look="text"
                aria-label={fill(words.views.remove, { name: view.name })}
                onClick={() => void remove(view)}
              >
                ×
              </Button>
            )}
          </li>
        ))}
      </ul>
      <SaveForm control={control} onSaved={() => void views.refetch()} />
    </Modal>
  );
}

function SaveForm({ control, onSaved }: { control: ViewControl; onSaved: () => void }) {
  const words = useWords();
  const report = useReport();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [error, setError] = useState('');
  const save = async () => {
    if (!name.trim()) return;
    const query = viewQuery({ ...control.view, after: null, open: null });
    try {
      await answered(table('saved_views').insert({ name: name.trim(), query, shared: isShared }), anything);
      showToast({ title: words.views.saved });
      setName('');
      onSaved();
    } catch (cause) {
      if (asReviewError(cause).errorKind === 'conflict') setError(words.views.taken);
      else report(cause);
    }
  };
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label={words.views.name}
        maxLength={80}
        value={name}
        error={error}
        onChange={({ target }) => {
          setName(target.value);
          setError('');
        }}
      />
      <label className={styles['check']}>
        <input type="checkbox" checked={isShared} onChange={({ target }) => setShared(target.checked)} />
        {words.views.shared}
      </label>
      <Button type="submit" look="solid" disabled={!name.trim()}>
        {words.views.save}
      </Button>
    </form>
  );
}
