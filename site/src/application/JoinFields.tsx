import type { UseFormReturn } from 'react-hook-form';
import type { ApplicationCopy } from '../content/application.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { applicationQuestions } from '../../../supabase/functions/_shared/contract/questions.ts';
import { maxLengths } from '../../../supabase/functions/_shared/contract/text-fields.ts';
import type { Application } from './rules.ts';
import type { JoinValues } from './use-join-form.ts';
import styles from './JoinDialog.module.css';

interface Props {
  form: UseFormReturn<JoinValues, unknown, Application>;
  copy: ApplicationCopy;
  onProfileLeft: () => void;
}

function Screening({ form: { register, formState }, copy }: Pick<Props, 'form' | 'copy'>) {
  const { legend, note, hint, questions } = copy.screening;
  return (
    <fieldset className={styles['screening']}>
      <legend className={styles['legend']}>{legend}</legend>
      <p className={styles['note']}>
        <span>{note}</span> {hint}
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
  const error = (name: keyof JoinValues) => formState.errors[name]?.message;
  return (
    <>
      <div className={styles['fields']}>
        <Field
          {...register('name')}
          {...copy.fields.name}
          {...{ autoFocus: true }}
          error={error('name')}
          autoComplete="name"
          maxLength={maxLengths.name}
          required
        />
        <Field
          {...register('email')}
          {...copy.fields.email}
          error={error('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={maxLengths.email}
          required
        />
        <Field
          {...register('linkedin', { onBlur: onProfileLeft })}
          {...copy.fields.linkedin}
          error={error('linkedin')}
          type="url"
          inputMode="url"
          autoComplete="url"
          maxLength={maxLengths.linkedin}
          required
        />
        <Field
          {...register('sectors')}
          {...copy.fields.sectors}
          error={error('sectors')}
          autoComplete="off"
          maxLength={maxLengths.sectors}
          required
        />
      </div>
      <Screening form={form} copy={copy} />
    </>
  );
}
