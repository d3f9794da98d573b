import { useRef, useState, type SubmitEvent } from 'react';
import { Button } from '#ui/Button.tsx';
import { call } from '../../kernel/data/call.ts';
import { TagField } from '../../kernel/controls/tags.tsx';
import type { Change } from '../../kernel/data/shapes/change.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { phrase } from '../../kernel/words.ts';
import styles from './ApplicationPanel.module.css';
import { trimmed } from '@solostead/contract/visible';

/** The application's tags. Tags that two people add are both kept. */
export function Tags({ row: { id, tags } }: { row: Row }) {
  const { mayReview } = useMe();
  return (
    <div>
      <h4>Tags</h4>
      <ul className="row flex-wrap gap-2">
        {tags.length === 0 && <li className="small">No tags yet</li>}
        {tags.map((tag) => (
          <li key={tag} className={`inline-flex items-center framed ${styles['tag']}`}>
            <bdi>{tag}</bdi>
            {mayReview && <RemoveTag applicationId={id} tag={tag} />}
          </li>
        ))}
      </ul>
      {mayReview && <NewTag applicationId={id} />}
    </div>
  );
}

/** Each tag's button has a separate save, so that removing a second tag does not wait for the first. */
const useTagChange = (applicationId: string) =>
  useApplicationSave({
    send: (change: Change) => call('review_tag', { application_id: applicationId, change }),
    done: () => {},
  });

function RemoveTag({ applicationId, tag }: { applicationId: string; tag: string }) {
  const { save } = useTagChange(applicationId);
  return (
    <button
      type="button"
      aria-label={phrase`Remove tag ${tag}`}
      onClick={() => void save({ remove_tag: tag })}
    >
      ×
    </button>
  );
}

function NewTag({ applicationId }: { applicationId: string }) {
  const [text, setText] = useState('');
  const { save } = useTagChange(applicationId);
  const last = useRef(Promise.resolve());
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    if (!trimmed(text)) return;
    // A tag that is added while another one is saved follows it.
    last.current = last.current.then(async () => {
      if (await save({ add_tag: text })) setText((now) => (now === text ? '' : now));
    });
  };
  return (
    <form className={`row gap-2 ${styles['adding']}`} onSubmit={add}>
      <TagField label="Add a tag" value={text} onTag={setText} />
      <Button type="submit">Add</Button>
    </form>
  );
}
