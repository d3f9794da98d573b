import { useState } from 'react';
import {
  webhookEvents,
  type WebhookKind,
} from '../../../../../../../supabase/functions/_shared/contract/webhooks.ts';
import { Field } from '../../../../../ui/form/Field.tsx';
import { SaveForm } from '../../../../saving/SaveForm.tsx';
import { Check } from '../../../kernel/controls/Check.tsx';
import { Choice } from '../../../kernel/controls/Choice.tsx';
import sections from '../../../kernel/states/Section.module.css';
import { eventNames, kindNames, type Webhook } from './use-webhooks.ts';
import styles from './Webhooks.module.css';
import { trimmed } from '../../../../../../../supabase/functions/_shared/contract/visible.ts';

/** An owner's settings of an address, with the names of review_webhook_add. */
export type WebhookSettings = Pick<Webhook, 'kind' | 'url' | 'events' | 'includes_person'>;

interface Props {
  /** An existing address, whose kind and address stay. */
  webhook?: Webhook;
  submit: string;
  saving: { save: (settings: WebhookSettings) => Promise<unknown>; isSaving: boolean };
}

export function WebhookForm({ webhook, submit, saving }: Props) {
  const [settings, setSettings] = useState<WebhookSettings>(
    webhook ?? { kind: 'webhook', url: '', events: [...webhookEvents], includes_person: false },
  );
  const change = (changed: Partial<WebhookSettings>) => setSettings((before) => ({ ...before, ...changed }));
  const hasNoEvent = settings.events.length === 0;
  return (
    <SaveForm
      className={`stack gap-3 ${sections['form']}`}
      actionsClassName="cluster gap-3"
      label={submit}
      isReady={!hasNoEvent}
      isSaving={saving.isSaving}
      onSave={() => void saving.save({ ...settings, url: trimmed(settings.url) })}
      actions={
        <p aria-live="polite" className="text-sm soft">
          {hasNoEvent && 'Choose at least one event.'}
        </p>
      }
    >
      {!webhook && <AddressFields settings={settings} onChange={change} />}
      <EventFields settings={settings} onChange={change} />
      <Check
        label="Include name, e-mail and profile"
        hint="Personal data then leaves for that address, and erasing an application here does not erase it there."
        checked={settings.includes_person}
        onCheck={(checked) => change({ includes_person: checked })}
      />
    </SaveForm>
  );
}

interface FieldsProps {
  settings: WebhookSettings;
  onChange: (change: Partial<WebhookSettings>) => void;
}

function AddressFields({ settings, onChange }: FieldsProps) {
  return (
    <div className={`column gap-3 even ${styles['address']}`}>
      <Choice
        label="Kind"
        value={settings.kind}
        onChange={({ target }) => onChange({ kind: target.value as WebhookKind })}
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
        value={settings.url}
        onChange={({ target }) => onChange({ url: target.value })}
      />
    </div>
  );
}

function EventFields({ settings: { events: chosen }, onChange }: FieldsProps) {
  return (
    <fieldset className={`cluster gap-1-4 shrinks unframed ${styles['events']}`}>
      <legend>Tell of</legend>
      {webhookEvents.map((event) => (
        <Check
          key={event}
          label={eventNames[event]}
          checked={chosen.includes(event)}
          onCheck={(checked) =>
            onChange({
              events: webhookEvents.filter((one) => (one === event ? checked : chosen.includes(one))),
            })
          }
        />
      ))}
    </fieldset>
  );
}
