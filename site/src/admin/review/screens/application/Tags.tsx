import { useRef, useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { call } from '../../kernel/data/call.ts';
import { TagField } from '../../kernel/controls/tags.tsx';
import type { Change } from '../../kernel/data/shapes/change.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { phrase } from '../../kernel/words.ts';
import styles from '../../kernel/application/ApplicationPanel.module.css';

/** The application's tags. Tags that two people add are both kept. */
export function Tags({ row }: { row: Row }) {
  const { mayReview } = useMe();
  const list = useRef<HTMLUListElement>(null);
  const { save: change } = useApplicationSave({
    send: (what: Change) => call('review_tag', { application_id: row.id, change: what }),
    done: () => {},
  });
  const remove = async (tag: string, place: number) => {
    await change({ remove_tag: tag });
    // The button that had the focus is gone: the next one takes it, or the list itself.
    if (document.activeElement !== document.body) return;
    const left = list.current?.querySelectorAll('button') ?? [];
    (left[Math.min(place, left.length - 1)] ?? list.current)?.focus();
  };
  return (
    <div>
      <h4>Tags</h4>
      <ul ref={list} tabIndex={-1} className="row wrap gap-2">
        {row.tags.length === 0 && <li className="small">No tags yet</li>}
        {row.tags.map((tag, place) => (
          <li key={tag} className={`inline center framed ${styles['tag']}`}>
            <bdi>{tag}</bdi>
            {mayReview && (
              <button
                type="button"
                aria-label={phrase`Remove tag ${tag}`}
                onClick={() => void remove(tag, place)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayReview && <NewTag onAdd={(tag) => change({ add_tag: tag })} />}
    </div>
  );
}

function NewTag({ onAdd }: { onAdd: (tag: string) => Promise<boolean> }) {
  const [text, setText] = useState('');
  return (
    <form
      className={`row gap-2 ${styles['adding']}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim())
          void onAdd(text).then((isAdded) => isAdded && setText((now) => (now === text ? '' : now)));
      }}
    >
      <TagField label="Add a tag" value={text} onTag={setText} />
      <Button type="submit">Add</Button>
    </form>
  );
}
