import { useState } from 'react';
import { FunctionsFetchError, FunctionsHttpError } from '@supabase/functions-js';
import * as z from 'zod/mini';
import { SaveForm } from '../../../../saving/SaveForm.tsx';
import { Field } from '../../../../../ui/form/Field.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import type { Access } from '../../../kernel/data/shapes/people.ts';
import { useReviewSave } from '../../../kernel/data/saves.ts';
import { Choice } from '../../../kernel/controls/Choice.tsx';
import { phrase } from '../../../kernel/words.ts';
import { useRefreshPeople } from '../../../kernel/people/use-people.ts';
import { memberFunctions } from '../../../../../supabase/member.ts';
import { ReviewError } from '../../../kernel/data/review-error.ts';
import styles from './People.module.css';

const refusal = z.object({ error: z.string() });

/** Returns the server's sentence, or ''. */
const sentenceOf = (answer: unknown): string => z.safeParse(refusal, answer).data?.error ?? '';

/** Invites an address with a name or ''. Rejects with a ReviewError in the server's words. */
async function invite(email: string, access: Access, name: string): Promise<void> {
  const body = { email, access, name: name || null };
  const { error } = await memberFunctions().invoke('invite-admin', { body });
  if (!error) return;
  if (error instanceof FunctionsFetchError) throw new ReviewError('offline', error.message);
  if (!(error instanceof FunctionsHttpError)) throw new ReviewError('failed', String(error));
  // The library's type says nothing of it: the response.
  const response: unknown = error.context;
  if (!(response instanceof Response)) throw new ReviewError('failed', '');
  const sentence = await response.json().then(sentenceOf, () => '');
  throw new ReviewError(response.status < 500 ? 'refused' : 'failed', sentence);
}

const explanations = {
  owner: 'Owner: people, templates and settings, and all below',
  reviewer: 'Reviewer: moves, notes, tags, ratings, mails',
  reader: 'Reader: reads and exports',
} as const;

const nothing = { email: '', name: '', access: 'reviewer' as Access };

/** The state of the invitation form, cleared after sending. */
function useInvitation() {
  const [typed, setTyped] = useState(nothing);
  const email = typed.email.trim();
  const { save, isSaving } = useReviewSave({
    send: () => invite(email, typed.access, typed.name.trim()),
    done: () => {
      showToast({ title: phrase`Invitation sent to ${email}` });
      // What was typed while it was sent stays.
      setTyped((now) => (now === typed ? { ...nothing, access: typed.access } : now));
    },
    settled: useRefreshPeople(),
  });
  const send = () => email && void save();
  return { typed, type: (part: Partial<typeof nothing>) => setTyped({ ...typed, ...part }), isSaving, send };
}

/** Invites a person by mail. They set their own password. */
export function InviteForm() {
  const { typed, type, isSaving, send } = useInvitation();
  return (
    <div className="stack gap-3">
      <h3 className="text-lg">Invite someone</h3>
      <SaveForm
        className={`cluster gap-3 even ${styles['row']}`}
        label="Send invitation"
        savingLabel="Sending…"
        isSaving={isSaving}
        onSave={send}
      >
        <Field
          label="Email"
          type="email"
          required
          autoComplete="off"
          value={typed.email}
          onChange={({ target }) => type({ email: target.value })}
        />
        <Field
          label="Name (optional)"
          maxLength={80}
          autoComplete="off"
          value={typed.name}
          onChange={({ target }) => type({ name: target.value })}
        />
        <Choice
          label="Access"
          value={typed.access}
          onChange={({ target }) => type({ access: target.value as Access })}
          options={Object.entries(explanations)}
        />
      </SaveForm>
    </div>
  );
}
