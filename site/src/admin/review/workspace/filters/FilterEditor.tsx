import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../kernel/words.ts';
import { applicationStatuses } from '../../../../../../supabase/functions/_shared/contract/statuses.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { tagsQuery } from '../../kernel/data/queries.ts';
import { useStatusCounts, sayAmount } from '../../kernel/data/use-counts.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { usePeople } from '../../kernel/people/use-people.ts';
import { StatusMark } from '../../kernel/states/StatusMark.tsx';
import { dueNames, filterNames, type Kind, type Switch } from './kinds.ts';
import { Options } from './Options.tsx';
import { dues, type Filter, MAX_SEARCH_LENGTH } from '../../../route/filter.ts';
import styles from './Filters.module.css';

export interface EditorProps {
  filter: Filter;
  onChange: (part: Filter) => void;
  onDone: () => void;
}

/** The choices of a filter's value. */
export function FilterEditor({ kind, ...props }: EditorProps & { kind: Exclude<Kind, Switch> }) {
  const Editor = editors[kind];
  return <Editor {...props} />;
}

const editors = {
  search: SearchEditor,
  status: StatusEditor,
  due: DueEditor,
  assignee: AssigneeEditor,
  tag: TagEditor,
  confirmed: ConfirmedEditor,
  source: SourceEditor,
  applied: AppliedEditor,
};

function StatusEditor({ filter, onChange }: EditorProps) {
  const { status: chosen = [] } = filter;
  const { ofStatus } = useStatusCounts(filter);
  return (
    <fieldset className={styles['boxes']}>
      <legend className="visually-hidden">{filterNames.status}</legend>
      {applicationStatuses.map((status) => (
        <label key={status} className="item row gap-2 full bare breaks">
          <input
            type="checkbox"
            checked={chosen.includes(status)}
            onChange={({ target }) =>
              onChange({
                status: applicationStatuses.filter((other) =>
                  other === status ? target.checked : chosen.includes(other),
                ),
              })
            }
          />
          <StatusMark status={status} />
          <span className={`small ${styles['count']}`}>{sayAmount(ofStatus(status))}</span>
        </label>
      ))}
    </fieldset>
  );
}

function DueEditor({ filter, onChange, onDone }: EditorProps) {
  return (
    <Options
      options={dues.map((due) => ({ value: due, label: dueNames[due] }))}
      chosen={filter.due}
      onChoose={(due) => {
        onChange({ due });
        onDone();
      }}
    />
  );
}

function AssigneeEditor({ filter, onChange, onDone }: EditorProps) {
  const { user_id: myId } = useMe();
  const { people, labelOf } = usePeople();
  const others = people.filter(({ user_id: id }) => id !== myId);
  return (
    <Options
      options={[
        { value: myId, label: 'Me' },
        { value: 'none', label: words.noAssignee },
        ...others.map((person) => ({ value: person.user_id, label: labelOf(person) })),
      ]}
      chosen={filter.assignee}
      onChoose={(assignee) => {
        onChange({ assignee });
        onDone();
      }}
    />
  );
}

function TagEditor({ filter, onChange, onDone }: EditorProps) {
  const { data: tags = [] } = useQuery(tagsQuery);
  const known = filter.tag && !tags.includes(filter.tag) ? [filter.tag, ...tags] : tags;
  if (known.length === 0) return <p className={styles['none']}>No application has a tag yet.</p>;
  return (
    <Options
      options={known.map((tag) => ({ value: tag, label: tag }))}
      chosen={filter.tag}
      onChoose={(tag) => {
        onChange({ tag });
        onDone();
      }}
    />
  );
}

function ConfirmedEditor({ filter, onChange, onDone }: EditorProps) {
  return (
    <Options
      options={[
        { value: 'yes', label: 'Confirmed' },
        { value: 'no', label: 'Not confirmed' },
      ]}
      chosen={filter.confirmed === undefined ? undefined : filter.confirmed ? 'yes' : 'no'}
      onChoose={(value) => {
        onChange({ confirmed: value === 'yes' });
        onDone();
      }}
    />
  );
}

function SearchEditor(props: EditorProps) {
  return <TextEditor kind="search" {...props} />;
}

function SourceEditor(props: EditorProps) {
  return <TextEditor kind="source" {...props} />;
}

/** A filter whose value is typed. */
function TextEditor({ kind, filter, onChange, onDone }: EditorProps & { kind: 'search' | 'source' }) {
  const [text, setText] = useState(filter[kind] ?? '');
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ [kind]: text.trim() || undefined });
        onDone();
      }}
    >
      <Field
        label={kind === 'search' ? 'In name, email, LinkedIn, sectors' : filterNames.source}
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" look="solid">
        Apply
      </Button>
    </form>
  );
}

function AppliedEditor({ filter, onChange }: EditorProps) {
  return (
    <div className={styles['form']}>
      {(['from', 'to'] as const).map((end) => (
        <Field
          key={end}
          label={end === 'from' ? 'From' : 'To'}
          type="date"
          value={filter[end] ?? ''}
          onChange={({ target }) => onChange({ [end]: target.value || undefined })}
        />
      ))}
    </div>
  );
}
