import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { showToast } from '../../../../../ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { Loaded } from '../../../kernel/states/Section.tsx';
import settings from '../../../kernel/states/Section.module.css';
import { SecretDialog } from './SecretDialog.tsx';
import { secretAnswer } from './shapes.ts';
import { useWebhookSave, webhooksQuery } from './use-webhooks.ts';
import { WebhookForm, type Wishes } from './WebhookForm.tsx';
import { WebhookItem } from './WebhookItem.tsx';
import styles from './Webhooks.module.css';

/** The external addresses that receive events of applications, for owners. */
export default function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <section className={`stack gap-3 shrinks ${settings['section']}`} aria-label="Webhooks">
      <h3>Webhooks</h3>
      <p className={`text-sm soft ${styles['text']}`}>
        Other programs and channels can be told what happens to applications. Each address hears of the events
        you choose: the application’s id, its status, the time and a link to the review.
      </p>
      <Loaded query={webhooks} lines={4}>
        {(there) =>
          there.length === 0 ? (
            <p>No address is told yet.</p>
          ) : (
            <ul className={`stack ${styles['list']}`} aria-label="Addresses that are told">
              {there.map((webhook) => (
                <li key={webhook.id}>
                  <WebhookItem webhook={webhook} onSecret={setSecret} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewWebhook onSecret={setSecret} />
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </section>
  );
}

function NewWebhook({ onSecret }: { onSecret: (secret: string) => void }) {
  const [count, setCount] = useState(0);
  const adding = useWebhookSave(
    (wishes: Wishes) => call('review_webhook_add', { ...wishes }, secretAnswer),
    ({ secret }) => {
      showToast({ title: 'The address was added' });
      setCount((before) => before + 1);
      if (secret) onSecret(secret);
    },
  );
  return (
    <div className="ruled">
      <h4>Add an address</h4>
      <WebhookForm key={count} submit="Add address" saving={adding} />
    </div>
  );
}
