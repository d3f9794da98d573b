import { reviewLimits } from '@solostead/contract/review-limits';
import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Field } from '#ui/form/Field.tsx';
import { tagsQuery } from '../data/queries.ts';

/** An application's tags, next to other marks. */
export function TagMarks({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <span key={tag} dir="auto" className="tag">
      {tag}
    </span>
  ));
}

/** The number of tags of a row or card. The open application shows all. */
const MAX_SHOWN = 2;

/** An application's first tags and the number of the others, or in a narrow list or card the number of all. */
export function FewTags({ tags }: { tags: readonly string[] }) {
  const others = tags.length - MAX_SHOWN;
  if (tags.length === 0) return null;
  return (
    <span className="few-tags" title={tags.join(', ')}>
      <TagMarks tags={tags.slice(0, MAX_SHOWN)} />
      {others > 0 && (
        <span>
          <span>{`+${others}`}</span>
          <span className="visually-hidden"> more tags</span>
        </span>
      )}
      {tags[1] && <span className="all-tags">{`${tags.length} tags`}</span>}
    </span>
  );
}

/** Asks for a tag, and suggests those that are in use. */
export function TagField(props: { label: string; value: string; onTag: (tag: string) => void }) {
  const { data: tags = [] } = useQuery(tagsQuery);
  const id = useId();
  return (
    <>
      <Field
        label={props.label}
        list={id}
        maxLength={reviewLimits.tagLength}
        autoComplete="off"
        value={props.value}
        onChange={({ target }) => props.onTag(target.value)}
      />
      <datalist id={id}>
        {tags.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
    </>
  );
}
