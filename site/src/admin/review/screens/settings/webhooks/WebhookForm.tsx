import { useState } from 'react';
import {
  type WebhookEvent,
  webhookEvents,
  type WebhookKind,
} from '../../../../../../../supabase/functions/_shared/contract/webhooks.ts';
import { Button } from '../../../../../ui/Button.tsx';
import { Field } from '../../../../../ui/form/Field.tsx';
import { Check } from '../../../kernel/controls/Check.tsx';
import { Choice } from '../../../kernel/controls/Choice.tsx';
import settings from '../../../kernel/states/Section.module.css';
import { eventNames, kindNames, type Webhook } from './use-webhooks.ts';
import styles from './Webhooks.module.css';

/** An owner's settings of an address, with the names of review_webhook_add. */
export type Wishes = Pick<Webhook, 'kind' | 'url' | 'events' | 'includes_person'>;

interface Props {
  /** An existing address, whose kind and address stay. */
  webhook?: Webhook;
  submit: string;
  saving: { save: (wishes: Wishes) => Promise<unknown>; isSaving: boolean };
}

/** The kind and events of one address. */
export function WebhookForm({ webhook, submit, saving }: Props) {
  const [wishes, setWishes] = useState<Wishes>(
    webhook ?? { kind: 'webhook', url: '', events: [...webhookEvents], includes_person: false },
  );
  const wish = (change: Partial<Wishes>) => setWishes((before) => ({ ...before, ...change }));
  const hasNoEvent = wishes.events.length === 0;
  return (
    <form
      className={`stack gap-3 ${settings['form']}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!hasNoEvent) void saving.save({ ...wishes, url: wishes.url.trim() });
      }}
    >
      {!webhook && <AddressFields wishes={wishes} onWish={wish} />}
      <EventFields chosen={wishes.events} onChoose={(events) => wish({ events })} />
      <Check
        label="Include name, e-mail and profile"
        hint="Personal data then leaves for that address, and erasing an application here does not erase it there."
        checked={wishes.includes_person}
        onCheck={(checked) => wish({ includes_person: checked })}
      />
      <div className="cluster gap-3">
        <Button type="submit" aria-disabled={saving.isSaving || hasNoEvent || undefined}>
          {submit}
        </Button>
      </div>
      <p aria-live="polite" className="text-sm soft">
        {hasNoEvent && 'Choose at least one event.'}
      </p>
    </form>
  );
}

interface AddressProps {
  wishes: Wishes;
  onWish: (change: Partial<Wishes>) => void;
}

function AddressFields({ wishes, onWish }: AddressProps) {
  return (
    <div className={`stack gap-3 even ${styles['address']}`}>
      <Choice
        label="Kind"
        value={wishes.kind}
        onChange={({ target }) => onWish({ kind: target.value as WebhookKind })}
        options={Object.entries(kindNames)}
      />
      <Field
        label="Address"
        hint="Begins with https://. Anyone who knows a Slack address can write there, so keep it to yourselves."
        type="url"
        required
        maxLength={2000}
        pattern="https://.+"
        autoComplete="off"
        spellCheck={false}
        value={wishes.url}
        onChange={({ target }) => onWish({ url: target.value })}
      />
    </div>
  );
}

interface EventProps {
  chosen: readonly WebhookEvent[];
  onChoose: (events: WebhookEvent[]) => void;
}

function EventFields({ chosen, onChoose }: EventProps) {
  return (
    <fieldset className={`cluster gap-1-4 shrinks unframed ${styles['events']}`}>
      <legend>Tell of</legend>
      {webhookEvents.map((event) => (
        <Check
          key={event}
          label={eventNames[event]}
          checked={chosen.includes(event)}
          onCheck={(checked) =>
            onChoose(webhookEvents.filter((one) => (one === event ? checked : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}
