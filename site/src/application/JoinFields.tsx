import type { RegisterOptions } from 'react-hook-form';
import type { ApplicationCopy } from '../content/application.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { useIsHydrated } from '../ui/hydration/early-input.ts';
import { MAX_PASTED_LENGTH } from '@solostead/contract/profile';
import { applicationQuestions } from '@solostead/contract/questions';
import { maxLengths, type TextField } from '@solostead/contract/text-fields';
import { DomainSuggestion } from './field-help/DomainSuggestion.tsx';
import { hintOf } from './field-help/field-hint.ts';
import { ShortProfile } from './field-help/ShortProfile.tsx';
import type { JoinValues } from './rules.ts';
import type { JoinForm } from './use-join-form.ts';
import styles from './JoinDialog.module.css';

interface Props {
  form: JoinForm;
  copy: ApplicationCopy;
  onProfileLeft: () => void;
}

function Screening({ form: { register, formState }, copy }: Pick<Props, 'form' | 'copy'>) {
  const { legend, note, hint, questions } = copy.screening;
  return (
    <fieldset className={styles['screening']}>
      <legend className={styles['legend']}>{legend}</legend>
      <p className={`caption ${styles['note']}`}>
        <span>{note}</span> <span>{hint}</span>
      </p>
      <div className={styles['questions']}>
        {applicationQuestions.map((question) => (
          <Checkbox
            key={question}
            {...register(question)}
            label={questions[question]}
            error={formState.errors[question]?.message}
            required
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The fields of the form, four lines and the questions. */
export function JoinFields({ form, copy, onProfileLeft }: Props) {
  const { register, formState } = form;
  const isHydrated = useIsHydrated();
  const field = (name: TextField, options?: RegisterOptions<JoinValues, TextField>) => {
    const shown = { ...copy.fields[name], error: formState.errors[name]?.message };
    const hint = hintOf(name, shown, form.getValues(name), copy);
    // The script names the limit and keeps what is longer. Without it only the browser can say so.
    const most = name === 'linkedin' ? MAX_PASTED_LENGTH : maxLengths[name];
    const maxLength = isHydrated ? undefined : most;
    return { ...register(name, options), ...shown, hint, maxLength, required: true };
  };
  return (
    <>
      <div className={styles['fields']}>
        <Field {...field('name')} {...{ autoFocus: true }} autoComplete="name" />
        <Field {...field('email')} type="email" inputMode="email" autoComplete="email">
          <DomainSuggestion />
        </Field>
        <Field
          {...field('linkedin', { onBlur: onProfileLeft })}
          type="text"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          className={styles['whole']}
        >
          <ShortProfile />
        </Field>
        <Field {...field('sectors')} autoComplete="off" className={styles['whole']} />
      </div>
      <Screening form={form} copy={copy} />
    </>
  );
}
