import type { ReactNode } from 'react';
import { applicationStatuses } from '../../../../../../../supabase/functions/_shared/contract/statuses.ts';
import { Popover } from '../../../kernel/controls/Popover.tsx';
import { usePeople } from '../../../kernel/people/use-people.ts';
import { StatusMark } from '../../../kernel/states/StatusMark.tsx';
import type { Plan } from './BulkDialog.tsx';
import styles from './BulkBar.module.css';

interface Props {
  /** The number in words. */
  count: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChoose: (plan: Plan) => void;
}

/** All bulk actions in one menu, a sheet at the bottom on a phone. */
export function BulkActions({ count, isOpen, onOpen, onChoose }: Props) {
  const { people, labelOf } = usePeople();
  const choose = (plan: Plan) => {
    onOpen(false);
    onChoose(plan);
  };
  return (
    <Popover
      label={`Actions for ${count} selected`}
      button="Actions"
      className={styles['trigger']}
      open={{ isOpen, set: onOpen }}
    >
      {() => (
        <>
          <Group title="Move to">
            {applicationStatuses.map((to) => (
              <Action key={to} onPress={() => choose({ kind: 'move', to })}>
                <StatusMark status={to} />
              </Action>
            ))}
          </Group>
          <Group title="Assign to">
            <Action onPress={() => choose({ kind: 'assign', assignee: null })}>Nobody</Action>
            {people.map((person) => (
              <Action
                key={person.user_id}
                onPress={() => choose({ kind: 'assign', assignee: person.user_id })}
              >
                {labelOf(person)}
              </Action>
            ))}
          </Group>
          <Group title="Tags">
            <Action onPress={() => choose({ kind: 'add_tag' })}>Add tag…</Action>
            <Action onPress={() => choose({ kind: 'remove_tag' })}>Remove tag…</Action>
          </Group>
        </>
      )}
    </Popover>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={`stack unframed ${styles['group']}`}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function Action({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={`bare breaks ${styles['action']}`} onClick={onPress}>
      {children}
    </button>
  );
}
