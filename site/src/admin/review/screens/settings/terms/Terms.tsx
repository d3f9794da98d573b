import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../../ui/Button.tsx';
import { Field } from '../../../../../ui/form/Field.tsx';
import { When } from '../../../kernel/format/time.tsx';
import { useMe } from '../../../kernel/data/me.tsx';
import { fill, useWords } from '../../../kernel/words.tsx';
import { Loaded, Section, SettingsForm } from '../../../kernel/states/Section.tsx';
import { Conflict } from '../../../kernel/conflicts/Conflict.tsx';
import styles from '../../../kernel/states/Section.module.css';
import { termNames, useDiffering, useTerms } from './use-terms.ts';
import { termsQuery, type Terms as TermsRow, type TermsChange } from './queries.ts';

/** The lab's promises. Every member sees them, owners change them. */
export default function Terms() {
  const { terms: words } = useWords();
  const terms = useQuery(termsQuery);
  return (
    <Section title={words.title} text={words.text}>
      <Loaded query={terms} lines={6}>
        {(there) => (
          <>
            <Pages terms={there} />
            <Form terms={there} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** Reports if the pages agree with the terms, and the remedy if not. */
function Pages({ terms }: { terms: TermsRow }) {
  const { terms: words } = useWords();
  const differing = useDiffering(terms);
  if (differing === null) return <p className="text-sm soft">{words.unknown}</p>;
  if (differing.length === 0) return <p className="text-sm soft">{words.agrees}</p>;
  return (
    <div role="status" className={styles['notice']}>
      <p>{words.rebuild}</p>
      <ul>
        {differing.map(({ name, said, kept }) => (
          <li key={name}>{fill(words.rebuildLine, { field: words.fields[name], said, kept })}</li>
        ))}
      </ul>
    </div>
  );
}

function Form({ terms }: { terms: TermsRow }) {
  const words = useWords();
  const { isOwner } = useMe();
  const { typed, type, theirs, takeTheirs, save, isSaving, changes } = useTerms(terms);
  const said = (row: Readonly<Record<(typeof termNames)[number], number | string>>) =>
    termNames.map((name) => `${words.terms.fields[name]}: ${row[name]}`).join('\n');
  return (
    <>
      <SettingsForm
        isSaving={isSaving}
        onSave={save}
        isReadOnly={!isOwner}
        actions={theirs && <Button onClick={takeTheirs}>{words.terms.takeTheirs}</Button>}
      >
        {termNames.map((name) => (
          <Field
            key={name}
            label={words.terms.fields[name]}
            type="number"
            inputMode="numeric"
            min={1}
            max={name === 'answer_days' ? 365 : 120}
            required
            readOnly={!isOwner}
            value={typed[name]}
            onChange={({ target }) => type(name, target.value)}
          />
        ))}
        {theirs && (
          <Conflict role="alert" text={words.terms.conflict} theirs={said(theirs)} yours={said(typed)} />
        )}
      </SettingsForm>
      <History changes={changes} />
    </>
  );
}

function History({ changes }: { changes: readonly TermsChange[] }) {
  const { terms: words } = useWords();
  return (
    <>
      <h4>{words.history}</h4>
      {changes.length === 0 && <p className="text-sm soft">{words.noHistory}</p>}
      <ul>
        {changes.map(({ id, at, actor_email: by, before, after }) => (
          <li key={id} className="text-sm soft">
            <When at={at} />, {by ?? words.inDatabase}.{' '}
            {termNames
              .filter((name) => before[name] !== after[name])
              .map((name) =>
                fill(words.changed, { field: words.fields[name], before: before[name], after: after[name] }),
              )
              .join('; ')}
          </li>
        ))}
      </ul>
    </>
  );
}
