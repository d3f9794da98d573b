import { useMemo, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form';
import { forEachQuestion } from '@solostead/contract/questions';
import { forEachText } from '@solostead/contract/text-fields';
import type { ApplicationCopy } from '../content/application.ts';
import { showToast } from '../ui/toast/show.ts';
import { useAntiBotSignals } from './abuse-protection/use-anti-bot-signals.ts';
import { mailNextStep } from './applicant/NextStepForm.tsx';
import type { FormKey } from './received/form-key.ts';
import { judgeApplication, type Application, type JoinValues, type RuleMessages } from './rules.ts';
import type { Received } from './received/ReceivedDialog.tsx';
import { submitApplication, type Outcome } from './submit.ts';

/** The form as its parts share it. */
export type JoinForm = UseFormReturn<JoinValues, unknown, Application>;

interface Options {
  copy: ApplicationCopy;
  dialog: RefObject<HTMLDialogElement | null>;
  /**
   * The application is saved and the form is empty again. `received` contains what its sender may still change, where
   * that can be shown.
   */
  onDone: (received: Received | null) => void;
  /** Applications were closed since the form was opened, which is unchanged. */
  onClosed: () => Promise<void>;
}

const empty = {
  ...forEachText(''),
  ...forEachQuestion(false),
} satisfies JoinValues;

/** Has the next step mailed to an applicant who has already applied, and shows the answer, which is the same for everyone. */
async function offerNextStep({ email }: Application, { received }: ApplicationCopy): Promise<void> {
  showToast({ title: (await mailNextStep(email, received.request)).text });
}

/** Returns what may still be changed of a saved application. */
function receivedOf(outcome: Outcome & { formKey: FormKey | null }, { email }: Application): Received | null {
  return outcome.formKey && { email, formKey: outcome.formKey.key, isMailed: outcome.kind === 'sent' };
}

function notify(outcome: Outcome, application: Application, form: JoinForm, options: Options): void {
  const { copy, onDone } = options;
  switch (outcome.kind) {
    case 'sent':
    case 'saved':
      form.reset(empty);
      onDone(receivedOf(outcome, application));
      showToast(outcome.kind === 'sent' ? copy.toasts.sent : copy.toasts.savedWithoutMail);
      return;
    case 'duplicate':
      outcome.fields.forEach((field, place) =>
        form.setError(
          field,
          { type: 'duplicate', message: copy.duplicate[field] },
          { shouldFocus: place === 0 },
        ),
      );
      showToast({
        ...copy.toasts.duplicate,
        action: { label: copy.received.request.offer, run: () => offerNextStep(application, copy) },
      });
      return;
    case 'later':
      showToast({ ...copy.toasts.failed, text: outcome.message });
      return;
    case 'closed':
      void options.onClosed();
      showToast({ title: outcome.message, text: copy.closed.saved, tone: 'danger' });
      return;
    case 'incomplete':
    case 'proof-needed':
    case 'failed':
      showToast(copy.toasts.failed);
  }
}

/** Judges the form by the rules of applications, as react-hook-form asks for it. */
const resolverOf =
  (messages: RuleMessages): Resolver<JoinValues, unknown, Application> =>
  (values) => {
    const { application, faults } = judgeApplication(values, messages);
    if (faults.length === 0) return { values: application, errors: {} };
    const errors = faults.map(([key, message]) => [key, { type: 'rule', message }]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };

/**
 * The join form's state, validated on every change (contract P5.1), with one submission at a time (contract P4.1). It
 * has no default values, so that fields filled in before the script arrived are read instead of overwritten.
 */
export function useJoinForm(options: Options) {
  const resolver = useMemo(() => resolverOf(options.copy.messages), [options.copy]);
  const form: JoinForm = useForm({ mode: 'onChange', resolver });
  const inFlight = useRef(false);
  const [isSending, setSending] = useState(false);

  const { beginProof, gather } = useAntiBotSignals(options.dialog, options.copy.screening.version);

  const send = form.handleSubmit(async (application) => {
    setSending(true);
    let outcome = await submitApplication(application, await gather());
    // Switched on since the form began to look for one.
    if (outcome.kind === 'proof-needed') outcome = await submitApplication(application, await gather());
    notify(outcome, application, form, options);
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (inFlight.current) return;
    inFlight.current = true;
    void send(event).finally(() => {
      inFlight.current = false;
      setSending(false);
    });
  };
  return { form, submit, isSending, onTyping: beginProof };
}
