import { reviewLimits } from '@solostead/contract/review-limits';
import { useState } from 'react';
import { webhookEvents, type WebhookKind } from '@solostead/contract/webhooks';
import { Field } from '#ui/form/Field.tsx';
import { SettingsForm } from '../parts/SettingsForm.tsx';
import { Check } from '../../../kernel/controls/Check.tsx';
import { Choice } from '#ui/form/Choice.tsx';
import { eventNames, kindNames, type Webhook, type WebhookSettings } from './use-webhooks.ts';
import styles from './Webhooks.module.css';
import { trimmed } from '@solostead/contract/visible';

interface Props {
  /** An existing address, whose kind and address stay. */
  webhook?: Webhook;
  submit: string;
  submitting?: string;
  /** The mistake in the sent address. */
  mistake?: string | undefined;
  saving: { save: (settings: WebhookSettings) => Promise<unknown>; isSaving: boolean };
}

export function WebhookForm({ webhook, submit, submitting, mistake, saving }: Props) {
  const [settings, setSettings] = useState<WebhookSettings>(
    webhook ?? { kind: 'webhook', url: '', events: [...webhookEvents], includes_person: false },
  );
  const change = (changed: Partial<WebhookSettings>) => setSettings((before) => ({ ...before, ...changed }));
  const hasNoEvent = settings.events.length === 0;
  return (
    <SettingsForm
      label={submit}
      savingLabel={submitting}
      noValidate
      isReady={!hasNoEvent}
      isSaving={saving.isSaving}
      onSave={() => void saving.save({ ...settings, url: trimmed(settings.url) })}
      actions={
        <p aria-live="polite" className="text-sm text-ink-soft">
          {hasNoEvent && 'Choose at least one event.'}
        </p>
      }
    >
      {!webhook && <AddressFields settings={settings} mistake={mistake} onChange={change} />}
      <EventFields settings={settings} onChange={change} />
      <Check
        label="Include name, email and profile"
        hint="Personal data is then sent to that address, and erasing an application here does not erase it there."
        checked={settings.includes_person}
        onCheck={(checked) => change({ includes_person: checked })}
      />
    </SettingsForm>
  );
}

interface FieldsProps {
  settings: WebhookSettings;
  onChange: (change: Partial<WebhookSettings>) => void;
}

const addressHints = {
  webhook: 'Starts with https:// and leads to your program on the public internet.',
  slack: 'Starts with https://. Anyone who knows it can post in your channel, so keep it secret.',
} as const;

function AddressFields({ settings, mistake, onChange }: FieldsProps & { mistake: string | undefined }) {
  return (
    <div className={`grid-cols-1 gap-3 ${styles['address']}`}>
      <Choice
        label="Kind"
        value={settings.kind}
        onChange={({ target }) => onChange({ kind: target.value as WebhookKind })}
        options={Object.entries(kindNames)}
      />
      <Field
        label="Address"
        hint={addressHints[settings.kind]}
        error={mistake}
        type="url"
        maxLength={reviewLimits.webhookUrlLength}
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
    <fieldset className="cluster gap-x-4 gap-y-1 min-w-0 unframed">
      <legend>Events</legend>
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
