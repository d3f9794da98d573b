import { reviewLimits } from '@solostead/contract/review-limits';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { phrase, words } from '../../kernel/words.ts';
import { applicationStatuses } from '@solostead/contract/statuses';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/form/Field.tsx';
import { peopleQuery, tagsQuery } from '../../kernel/data/queries.ts';
import { useStatusCounts, formatAmount } from '../../kernel/data/use-counts.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { usePeople } from '../../kernel/people/use-people.ts';
import { LoadError } from '../../kernel/states/Placeholder.tsx';
import { StatusMark } from '../../kernel/status/StatusMark.tsx';
import { DayFields } from '../../kernel/controls/DayFields.tsx';
import { timeZone } from '../../kernel/format/time.tsx';
import { dueNames, promiseNames, filterNames, isSet, type Kind, kinds, type Switch } from './kinds.ts';
import { Options } from './Options.tsx';
import { typedText } from './typed-text.ts';
import type { Filter } from '../../../route/filter.ts';

export interface EditorProps {
  filter: Filter;
  /** `replace` adds no history entry. */
  onChange: (part: Filter, how?: 'replace') => void;
  onDone: () => void;
}

/** The first value takes the focus, because the element that opened the editor may be gone. */
const focusFirstValue = (values: HTMLElement | null) =>
  values?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });

type ValueKind = Exclude<Kind, Switch>;

interface Props extends EditorProps {
  /** Null while it is to be chosen. */
  kind: ValueKind | null;
  onKind?: (kind: Kind) => void;
}

/** The choices of a filter's value, or of its kind. */
export default function FilterEditor({ kind, onKind, ...props }: Props) {
  return (
    <div key={kind} ref={focusFirstValue}>
      {kind ? (
        <Editor kind={kind} {...props} />
      ) : (
        <Options
          options={kinds.map((value) => [value, filterNames[value]] as const)}
          chosen={undefined}
          onChoose={(chosen) => onKind?.(chosen)}
        />
      )}
    </div>
  );
}

function Editor({ kind, ...props }: EditorProps & { kind: ValueKind }) {
  if (kind === 'status') return <StatusEditor {...props} />;
  if (kind === 'applied') return <AppliedEditor {...props} />;
  if (kind === 'search' || kind === 'source') return <TextEditor kind={kind} {...props} />;
  return <ChoiceEditor kind={kind} {...props} />;
}

function StatusEditor({ filter, onChange }: EditorProps) {
  const { status: chosen = [] } = filter;
  const { ofStatus } = useStatusCounts(filter);
  return (
    <fieldset className="stack unframed">
      <legend className="visually-hidden">{filterNames.status}</legend>
      {applicationStatuses.map((status) => (
        <label key={status} className="item row gap-2 w-full button-reset wrap-anywhere">
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
          <span className="small tabular-nums ml-auto">{formatAmount(ofStatus(status))}</span>
        </label>
      ))}
    </fieldset>
  );
}

type ChoiceKind = 'due' | 'promise' | 'assignee' | 'tag' | 'confirmed';

/** Returns the values of a filter with their names, null while they are loaded. */
function useChoices(kind: ChoiceKind, { tag }: Filter): readonly (readonly [string, string])[] | null {
  const { user_id: myId } = useMe();
  const { reviewers, labelOf } = usePeople();
  const { data: tags = [], isSuccess } = useQuery({ ...tagsQuery, enabled: kind === 'tag' });
  const known = tag && !tags.includes(tag) ? [tag, ...tags] : tags;
  const me = reviewers.filter(({ user_id: id }) => id === myId);
  const others = reviewers.filter(({ user_id: id }) => id !== myId);
  const choices = {
    due: Object.entries(dueNames),
    promise: Object.entries(promiseNames),
    assignee: [
      ...me.map(({ user_id: id }) => [id, 'Me'] as const),
      ['none', words.noAssignee],
      ...others.map((person) => [person.user_id, labelOf(person)] as const),
    ],
    tag: known.map((name) => [name, name] as const),
    confirmed: [
      ['yes', 'Confirmed'],
      ['no', 'Not confirmed'],
    ],
  } as const;
  return kind === 'tag' && !isSuccess ? null : choices[kind];
}

function ChoiceEditor({ kind, filter, onChange, onDone }: EditorProps & { kind: ChoiceKind }) {
  const choices = useChoices(kind, filter);
  const { confirmed } = filter;
  const chosen = kind === 'confirmed' ? confirmed !== undefined && (confirmed ? 'yes' : 'no') : filter[kind];
  if (choices === null) return <LoadError what="The tags" of={tagsQuery} />;
  if (choices.length === 0) return <p className="p-2">No application has a tag yet.</p>;
  return (
    <>
      <Options
        options={choices}
        chosen={chosen || undefined}
        onChoose={(value) => {
          onChange({ [kind]: kind === 'confirmed' ? value === 'yes' : value });
          onDone();
        }}
      />
      {kind === 'assignee' && <LoadError what="The members" of={peopleQuery} />}
    </>
  );
}

function TextEditor({ kind, filter, onChange, onDone }: EditorProps & { kind: 'search' | 'source' }) {
  const [text, setText] = useState(filter[kind] ?? '');
  return (
    <form
      className="stack gap-3 p-2"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ [kind]: typedText(text) });
        onDone();
      }}
    >
      <Field
        label={kind === 'search' ? 'In name, email, LinkedIn, sectors' : filterNames.source}
        maxLength={reviewLimits.searchLength}
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
    <div className="stack gap-3 p-2">
      <DayFields
        days={filter}
        hint={phrase`In your time zone, ${timeZone()}.`}
        // Each digit of a year is a change, and Back takes back all of them.
        onChange={(end, day) => onChange({ [end]: day }, isSet(filter, 'applied') ? 'replace' : undefined)}
      />
    </div>
  );
}
