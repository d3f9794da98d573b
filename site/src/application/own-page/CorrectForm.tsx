import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { completeProfile } from '@solostead/contract/profile';
import { isFieldValid } from '@solostead/contract/text-fields';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { hintOf } from '../field-help/field-hint.ts';
import { ShortProfile } from '../field-help/ShortProfile.tsx';
import type { Act, Answer, MyApplication } from './my-application.ts';
import { noNotice, type Notice, wordsOf } from '../applicant/notice.tsx';
import styles from './MyApplication.module.css';
import { trimmed } from '@solostead/contract/visible';

const editable = ['name', 'linkedin', 'sectors'] as const;
type Editable = (typeof editable)[number];
type Errors = Partial<Record<Editable, string>>;

function messageOf(field: Editable, value: string, { messages }: MyApplicationCopy): string {
  return field === 'linkedin' && value === '' ? messages.linkedinMissing : messages[field];
}

/** Returns each field's error by the rules of the form (contract P5.2, P5.4, P5.5, P5.6). */
function errorsOf(values: Record<Editable, string>, copy: MyApplicationCopy): Errors {
  const wrong = editable.filter((field) => !isFieldValid(field, values[field]));
  return Object.fromEntries(wrong.map((field) => [field, messageOf(field, values[field], copy)]));
}

/** Returns the field that the database refused, or null. */
function refusedField(answer: Answer, copy: MyApplicationCopy): Errors | null {
  if (answer.kind !== 'answered') return null;
  if (answer.outcome === 'duplicate') return { linkedin: copy.duplicate };
  const field = editable.find((name) => name === answer.field);
  return field ? { [field]: messageOf(field, 'x', copy) } : null;
}

interface Props {
  application: MyApplication;
  copy: MyApplicationCopy;
  act: Act;
  /** Reports the result of a press while the form stays open. */
  onNotice: (notice: Notice) => void;
  /** Called with the result to show after closing, an empty one when nothing was sent. */
  onClose: (notice: Notice) => void;
}

/** The form's values as they are sent. */
function valuesOf(form: HTMLFormElement): Record<Editable, string> {
  const data = new FormData(form);
  const typed = (field: Editable) => trimmed(String(data.get(field) ?? ''));
  return { name: typed('name'), linkedin: completeProfile(typed('linkedin')), sectors: typed('sectors') };
}

function useCorrection(form: RefObject<HTMLFormElement | null>, { copy, act, onNotice, onClose }: Props) {
  const [errors, setErrors] = useState<Errors>({});
  const [sent, setSent] = useState<Partial<Record<Editable, string>>>({});
  const [isSaving, setSaving] = useState(false);
  const refuse = (found: Errors) => {
    setErrors(found);
    const first = editable.find((field) => found[field]);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const save = async (values: Record<Editable, string>) => {
    setSaving(true);
    const answer = await act('correct', values);
    setSaving(false);
    // After Cancel, another form may be open by now.
    const isShown = form.current !== null;
    const refused = refusedField(answer, copy);
    if (refused && isShown) return refuse(refused);
    const notice = wordsOf(answer, copy.sent.outcomes, copy);
    if (answer.kind === 'answered' && isShown) onClose(notice);
    else onNotice(notice);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const values = valuesOf(event.currentTarget);
    const found = errorsOf(values, copy);
    onNotice(noNotice);
    setSent(values);
    refuse(found);
    if (Object.keys(found).length === 0) void save(values);
  };
  return { errors, sent, isSaving, submit };
}

/** Name, profile and sectors, by the rules and in the words of the join form. */
export function CorrectForm(props: Props) {
  const { application, copy, onClose } = props;
  const form = useRef<HTMLFormElement>(null);
  const { errors, sent, isSaving, submit } = useCorrection(form, props);
  useEffect(() => form.current?.querySelector<HTMLElement>('[name="name"]')?.focus(), []);
  const field = (name: Editable) => {
    const shown = { ...copy.fields[name], error: errors[name] };
    const hint = hintOf(name, shown, sent[name], copy);
    return { ...shown, name, hint, defaultValue: application[name] ?? '', required: true };
  };
  return (
    <form className={styles['form']} ref={form} noValidate onSubmit={submit}>
      <p className={styles['soft']}>{copy.sent.correctNote}</p>
      <Field {...field('name')} autoComplete="name" />
      <Field
        {...field('linkedin')}
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        onBlur={({ target }) => (target.value = completeProfile(target.value))}
      >
        <ShortProfile />
      </Field>
      <Field {...field('sectors')} autoComplete="off" />
      <p className={styles['actions']}>
        <Button type="submit" look="solid" aria-disabled={isSaving || undefined}>
          {isSaving ? copy.sent.saving : copy.sent.save}
        </Button>
        <Button onClick={() => onClose(noNotice)}>{copy.sent.cancel}</Button>
      </p>
    </form>
  );
}
