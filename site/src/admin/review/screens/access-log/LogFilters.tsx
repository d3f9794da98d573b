import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { list } from '../../../../supabase/decode.ts';
import { Field } from '../../../../ui/form/Field.tsx';
import { Choice } from '../../kernel/controls/Choice.tsx';
import { call } from '../../kernel/data/call.ts';
import { useWords } from '../../kernel/words.tsx';
import { logGroups, type LogGroup } from './log-kinds.ts';
import { logPerson, type LogFilter } from './log-shapes.ts';
import styles from './AccessLog.module.css';

interface Props {
  filter: LogFilter;
  onChange: (part: { [Key in keyof LogFilter]: LogFilter[Key] | undefined }) => void;
}

/** A number of an application, alone or in its link. */
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

const groups = Object.keys(logGroups) as LogGroup[];

/** By person, kind, application and days. */
export function LogFilters({ filter, onChange }: Props) {
  const { log: words } = useWords();
  return (
    <div className={styles['filters']}>
      <PersonFilter filter={filter} onChange={onChange} />
      <Choice
        label={words.kind}
        value={groups.find((group) => logGroups[group] === filter.kinds) ?? ''}
        onChange={({ target: { value } }) =>
          onChange({ kinds: value === '' ? undefined : logGroups[value as LogGroup] })
        }
      >
        <option value="">{words.groups.all}</option>
        {groups.map((group) => (
          <option key={group} value={group}>
            {words.groups[group]}
          </option>
        ))}
      </Choice>
      <Field
        label={words.from}
        type="date"
        value={filter.from ?? ''}
        onChange={({ target: { value } }) => onChange({ from: value || undefined })}
      />
      <Field
        label={words.to}
        type="date"
        hint={words.utc}
        value={filter.to ?? ''}
        onChange={({ target: { value } }) => onChange({ to: value || undefined })}
      />
      <ApplicationFilter onChange={onChange} />
    </div>
  );
}

/** Everyone who has an entry, also those who have left. */
function PersonFilter({ filter, onChange }: Props) {
  const { log: words } = useWords();
  const { data: people = [] } = useQuery({
    queryKey: ['access-log-people'],
    queryFn: () => call('review_access_log_people', {}, list(logPerson)),
    staleTime: 60_000,
  });
  return (
    <Choice
      label={words.person}
      value={filter.person ?? ''}
      onChange={({ target }) => onChange({ person: target.value || undefined })}
    >
      <option value="">{words.everyone}</option>
      {people.map(({ user_id: id, email }) => (
        <option key={id} value={id}>
          {email ?? id}
        </option>
      ))}
      <option value="none">{words.withoutAccount}</option>
    </Choice>
  );
}

function ApplicationFilter({ onChange }: Pick<Props, 'onChange'>) {
  const { log: words } = useWords();
  const [text, setText] = useState('');
  const found = UUID.exec(text)?.[0];
  return (
    <Field
      label={words.application}
      hint={words.applicationHint}
      error={text.trim() && !found ? words.notAnApplication : undefined}
      className={styles['wide']}
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target: { value } }) => {
        setText(value);
        onChange({ application: UUID.exec(value)?.[0]?.toLowerCase() });
      }}
    />
  );
}
