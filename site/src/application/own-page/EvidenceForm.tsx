import { useLayoutEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { type EvidenceField, evidenceFields, isEvidenceValid } from '@solostead/contract/evidence';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import { Button } from '../../ui/Button.tsx';
import { Area } from '../../ui/form/Area.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { completeTexts, followSaved, type Texts, textsOf } from './evidence-texts.ts';
import type { MyApplication } from './my-application.ts';
import { noNotice, NoticeLine, type Result, wordsOf } from '../applicant/notice.tsx';
import styles from './MyApplication.module.css';

type EvidenceWords = Pick<MyApplicationCopy['evidence'], 'fields' | 'send' | 'change' | 'sending'>;

interface Props {
  evidence: MyApplication['evidence'];
  copy: Pick<MyApplicationCopy, 'failed' | 'later'> & {
    evidence: EvidenceWords & { takeBack?: string; outcomes: Readonly<Record<string, string>> };
    refused: Readonly<Record<string, string>>;
  };
  /** Sends the completed texts, three empty ones to remove what is saved. */
  send: (texts: Texts) => Promise<Result>;
}

/** The fields' texts. They follow what is saved, also in another tab, except where the applicant is typing. */
function useTexts(evidence: Props['evidence'], isSending: boolean) {
  const [texts, setTexts] = useState(() => textsOf(evidence));
  // A field that still has this text gets the saved one.
  const replaced = useRef(texts);
  useLayoutEffect(() => {
    if (isSending) return;
    const [before, saved] = [replaced.current, textsOf(evidence)];
    replaced.current = saved;
    setTexts((typed) => followSaved(typed, before, saved));
  }, [evidence, isSending]);
  const markSaved = (sent: Texts) => void (replaced.current = sent);
  return { texts, setTexts, markSaved };
}

/** The form's state: checks and sends the texts, or removes the saved ones. */
function useEvidence({ evidence, copy, ...props }: Props) {
  const [wrong, setWrong] = useState<readonly EvidenceField[]>([]);
  const [notice, setNotice] = useState(noNotice);
  const [isSending, setSending] = useState(false);
  const { texts, setTexts, markSaved } = useTexts(evidence, isSending);
  const outcomes: Readonly<Record<string, string>> = copy.evidence.outcomes;
  const send = async (sent: Texts) => {
    setSending(true);
    const answer = await props.send(sent);
    if (answer.kind === 'answered' && answer.outcome in outcomes) markSaved(texts);
    setSending(false);
    const refused = answer.kind === 'answered' && answer.outcome === 'invalid' ? answer.field : null;
    setWrong(evidenceFields.filter((field) => field === refused));
    setNotice(refused ? noNotice : wordsOf(answer, outcomes, copy));
  };
  const takeBack = () => !isSending && void send(textsOf(null));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const sent = completeTexts(texts);
    const faults = evidenceFields.filter((field) => !isEvidenceValid(field, sent[field]));
    setWrong(faults);
    setNotice(noNotice);
    if (faults[0]) event.currentTarget.querySelector<HTMLElement>(`[name="${faults[0]}"]`)?.focus();
    else void send(sent);
  };
  return { texts, setTexts, wrong, notice, isSending, takeBack, submit };
}

/** A ref for a button that goes with what it removes. Its focus passes to the form's first button, or to its section. */
export function passFocusOn(button: HTMLButtonElement | null) {
  return () => {
    if (button !== document.activeElement) return;
    (button?.form?.querySelector('button') ?? button?.closest('section'))?.focus();
  };
}

/** The three fields of one thing that was shipped. What is saved can be changed, and removed where the copy has words for it. */
export function EvidenceForm(props: Props) {
  const { evidence, copy } = props;
  const { fields, ...words } = copy.evidence;
  const { texts, setTexts, wrong, notice, isSending, takeBack, submit } = useEvidence(props);
  const field = (name: EvidenceField) => ({
    name,
    label: fields[name].label,
    hint: fields[name].hint,
    error: wrong.includes(name) ? fields[name].error : undefined,
    value: texts[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTexts((typed) => ({ ...typed, [name]: target.value })),
  });
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <Field {...field('link')} inputMode="url" autoComplete="off" required />
      <Field {...field('repository')} inputMode="url" autoComplete="off" />
      <Area {...field('words')} rows={4} required />
      <p className={styles['actions']}>
        <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
          {isSending ? words.sending : evidence ? words.change : words.send}
        </Button>
        {evidence && words.takeBack !== undefined && (
          <Button ref={passFocusOn} onClick={takeBack}>
            {words.takeBack}
          </Button>
        )}
      </p>
      <NoticeLine notice={notice} />
    </form>
  );
}
