import { Fragment, useState, type FormEvent } from 'react';
import {
  completeLink,
  type EvidenceField,
  evidenceFields,
  isEvidenceValid,
  MAX_EVIDENCE_LENGTH,
} from '../../../../supabase/functions/_shared/contract/evidence.ts';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import { Button } from '../../ui/Button.tsx';
import { Area } from '../../ui/form/Area.tsx';
import { Field } from '../../ui/form/Field.tsx';
import type { MyApplication } from './my-application.ts';
import type { Act } from './use-my-application.ts';
import { noNotice, NoticeLine, wordsOf } from './notice.tsx';
import styles from './MyApplication.module.css';

interface Props {
  evidence: MyApplication['evidence'];
  /** True if the application was withdrawn or will be erased, and can only be read. */
  isClosed: boolean;
  copy: MyApplicationCopy;
  act: Act;
}

type Values = Record<EvidenceField, string>;

/** The form's values, trimmed and their addresses completed. */
function valuesOf(form: HTMLFormElement): Values {
  const data = new FormData(form);
  const typed = (field: EvidenceField) => String(data.get(field) ?? '');
  return {
    link: completeLink(typed('link')),
    repository: completeLink(typed('repository')),
    words: typed('words').trim(),
  };
}

/** Evidence of the applicant's work, one thing that they shipped. */
export function Evidence({ evidence, isClosed, copy, act }: Props) {
  const { title, lead } = copy.evidence;
  return (
    <section className={styles['section']} aria-labelledby="evidence">
      <h2 id="evidence">{title}</h2>
      {isClosed ? (
        evidence && <Shown evidence={evidence} />
      ) : (
        <div>
          <p className={styles['soft']}>{lead}</p>
          <EvidenceForm evidence={evidence} copy={copy} act={act} />
        </div>
      )}
    </section>
  );
}

function Shown({ evidence }: { evidence: NonNullable<Props['evidence']> }) {
  return (
    <div className={styles['whole']}>
      <p dir="auto">{evidence.words}</p>
      <p>{evidence.link}</p>
      <p>{evidence.repository}</p>
    </div>
  );
}

/** Checks and sends the form's values, or removes the saved ones. Returns the wrong fields and the result in words. */
function useEvidence(copy: MyApplicationCopy, act: Act) {
  const [wrong, setWrong] = useState<readonly EvidenceField[]>([]);
  const [notice, setNotice] = useState(noNotice);
  const [isSending, setSending] = useState(false);
  const send = async (values: Values) => {
    setSending(true);
    const answer = await act('show', values);
    setSending(false);
    const refused = answer.kind === 'answered' && answer.outcome === 'invalid' ? answer.field : null;
    setWrong(evidenceFields.filter((field) => field === refused));
    setNotice(refused ? noNotice : wordsOf(answer, copy.evidence.outcomes, copy));
  };
  const takeBack = async (form: HTMLFormElement | null) => {
    if (isSending) return;
    await send({ link: '', repository: '', words: '' });
    // The pressed button goes with what it removes.
    form?.querySelector('button')?.focus();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const values = valuesOf(form);
    const faults = evidenceFields.filter((field) => !isEvidenceValid(field, values[field]));
    setWrong(faults);
    setNotice(noNotice);
    if (faults[0]) form.querySelector<HTMLElement>(`[name="${faults[0]}"]`)?.focus();
    else void send(values);
  };
  return { wrong, notice, isSending, takeBack, submit };
}

function EvidenceForm({ evidence, copy, act }: Omit<Props, 'isClosed'>) {
  const { fields, ...words } = copy.evidence;
  const { wrong, notice, isSending, takeBack, submit } = useEvidence(copy, act);
  const field = (name: EvidenceField) => ({
    name,
    label: fields[name].label,
    hint: fields[name].hint,
    error: wrong.includes(name) ? fields[name].error : undefined,
    defaultValue: evidence?.[name] ?? '',
    maxLength: MAX_EVIDENCE_LENGTH,
  });
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      {/* After removal the fields are empty again. After saving they show the saved values. */}
      <Fragment key={JSON.stringify(evidence)}>
        <Field {...field('link')} inputMode="url" autoComplete="off" required />
        <Field {...field('repository')} inputMode="url" autoComplete="off" />
        <Area {...field('words')} rows={4} required />
      </Fragment>
      <p className={styles['actions']}>
        <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
          {isSending ? words.sending : evidence ? words.change : words.send}
        </Button>
        {evidence && (
          <Button onClick={({ currentTarget: { form } }) => void takeBack(form)}>{words.takeBack}</Button>
        )}
      </p>
      <NoticeLine notice={notice} />
    </form>
  );
}
