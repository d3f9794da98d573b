import { useState, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { showToast } from '#ui/toast/show.ts';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { Section } from '../../../shared/section/Section.tsx';
import { addWebhook, useWebhookSave, webhooksQuery } from './use-webhooks.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookItem } from './WebhookItem.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/form/Field.tsx';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import styles from './Webhooks.module.css';

/** The external addresses that receive events of applications, for owners. */
export default function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Section title="Webhooks">
      <p className={`text-sm text-ink-soft ${styles['text']}`}>
        Other programs and channels can follow what happens to applications. Each address receives the events
        you choose, with the application’s id, its status, the time and a link to the review.
      </p>
      <Loaded query={webhooks} lines={4}>
        {(there) =>
          there.length === 0 ? (
            <p>No webhooks yet</p>
          ) : (
            <ul className="stack" aria-label="Webhooks">
              {there.map((webhook) => (
                <li key={webhook.id} className="min-w-0">
                  <WebhookItem webhook={webhook} onSecret={setSecret} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewWebhook onSecret={setSecret} />
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Section>
  );
}

function NewWebhook({ onSecret }: { onSecret: (secret: string) => void }) {
  const [count, setCount] = useState(0);
  const [mistake, setMistake] = useState<string>();
  const adding = useWebhookSave(addWebhook, (added) => {
    setMistake('mistake' in added ? added.mistake : undefined);
    if ('mistake' in added) return;
    showToast({ title: 'The address was added' });
    setCount((before) => before + 1);
    if (added.secret) onSecret(added.secret);
  });
  return (
    <div className="ruled">
      <h4>Add an address</h4>
      <WebhookForm
        key={count}
        submit="Add address"
        submitting="Checking the address…"
        mistake={mistake}
        saving={adding}
      />
    </div>
  );
}

/** Shows a secret once. Only its button closes the dialog. */
function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(secret);
      showToast({ title: 'Copied' });
    } catch {
      showToast({ title: 'Copy the marked text' });
    }
  };
  return (
    <Modal title="The signing secret" isFirm onClose={onClose}>
      <p>Give it to the program at this address. It is shown only once. If you lose it, make a new one.</p>
      <Field ref={field} label="Secret" readOnly value={secret} className={styles['secret']} />
      <div className="cluster gap-3">
        <Button look="solid" onClick={() => void copy()}>
          Copy
        </Button>
        <Button onClick={onClose}>Done, I saved it</Button>
      </div>
    </Modal>
  );
}
