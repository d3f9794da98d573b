import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../../ui/form/Field.tsx';
import { tagsQuery } from '../data/queries.ts';

/** The maximum length of a tag in characters, the same as the database's. */
export const MAX_TAG_LENGTH = 40;

/** An application's tags, next to other marks. */
export function TagMarks({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <span key={tag} dir="auto" className="tag">
      {tag}
    </span>
  ));
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
        maxLength={MAX_TAG_LENGTH}
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
