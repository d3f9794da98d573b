import { useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { Field } from '#ui/form/Field.tsx';
import { Choice } from '#ui/form/Choice.tsx';
import { DayFields } from '../../kernel/controls/DayFields.tsx';
import { call } from '../../kernel/data/call.ts';
import { LoadError } from '../../kernel/states/Placeholder.tsx';
import { timeZone } from '../../kernel/format/time.tsx';
import { phrase } from '../../kernel/words.ts';
import { logGroups } from './describe-entry.ts';
import { logPerson, type LogFilter } from './log-shapes.ts';
import styles from './AccessLog.module.css';
import { trimmed } from '@solostead/contract/visible';

interface Props {
  filter: LogFilter;
  onChange: (part: { [Key in keyof LogFilter]: LogFilter[Key] | undefined }) => void;
}

/** A number of an application, alone or in its link. */
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

const groupNames = Object.keys(logGroups);

export function LogFilters({ filter, onChange }: Props) {
  return (
    <div className={`stack ${styles['filters']}`}>
      <PersonFilter filter={filter} onChange={onChange} />
      <Choice
        label="What"
        value={groupNames.find((name) => filter.kinds?.some((kind) => kind in logGroups[name]!)) ?? ''}
        onChange={({ target: { value } }) => {
          const kinds = logGroups[value];
          onChange({ kinds: kinds && Object.keys(kinds) });
        }}
        options={[['', 'Everything'], ...groupNames.map((name) => [name, name] as const)]}
      />
      <DayFields
        days={filter}
        hint={phrase`In your time zone, ${timeZone()}.`}
        onChange={(end, day) => onChange({ [end]: day })}
      />
      <ApplicationFilter onChange={onChange} />
    </div>
  );
}

const peopleQuery = queryOptions({
  queryKey: ['access-log-people'],
  queryFn: () => call('review_access_log_actors', {}, z.array(logPerson)),
  staleTime: 60_000,
});

/** Everyone who has an entry, also those who have left. */
function PersonFilter({ filter, onChange }: Props) {
  const { data: people = [] } = useQuery(peopleQuery);
  return (
    <>
      <Choice
        label="Who"
        value={filter.person ?? ''}
        onChange={({ target }) => onChange({ person: target.value || undefined })}
        options={[
          ['', 'Everyone'],
          ...people.map(({ user_id: id, email }) => [id, email ?? id] as const),
          ['none', 'No account'],
        ]}
      />
      <LoadError what="The people" of={peopleQuery} />
    </>
  );
}

function ApplicationFilter({ onChange }: Pick<Props, 'onChange'>) {
  const [text, setText] = useState('');
  const found = UUID.exec(text)?.[0];
  return (
    <Field
      label="Application"
      hint="Its link or its number."
      error={trimmed(text) && !found ? 'This contains no application number.' : undefined}
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
