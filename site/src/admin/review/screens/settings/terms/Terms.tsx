import { useQuery } from '@tanstack/react-query';
import { Field } from '#ui/form/Field.tsx';
import { When } from '../../../kernel/format/time.tsx';
import { useMe } from '../../../kernel/data/me.tsx';
import { phrase } from '../../../kernel/words.ts';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { LoadError } from '../../../kernel/states/Placeholder.tsx';
import { Section } from '../../../shared/section/Section.tsx';
import { DraftForm } from '../parts/DraftForm.tsx';
import {
  builtQuery,
  differing,
  fieldNames,
  useTerms,
  termNames,
  termsChangesQuery,
  termsQuery,
  type Term,
  type Terms as TermsRow,
} from './use-terms.ts';

/** The lab's promises. Every member sees them, owners change them. */
export default function Terms() {
  const terms = useQuery(termsQuery);
  return (
    <Section
      title="Terms"
      text="What the lab promises applicants. The review and the jobs that delete use these values at once. The public pages show the values that site/src/content/terms.yaml had when the site was built."
    >
      <Loaded query={terms} lines={6}>
        {(there) => (
          <>
            <Pages terms={there} />
            <Form terms={there} />
            <History />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** Reports if the pages agree with the terms, and the remedy if not. */
function Pages({ terms }: { terms: TermsRow }) {
  const { data: built, isPending } = useQuery(builtQuery);
  if (isPending) return null;
  if (!built) return <p className="text-sm text-ink-soft">The values on the pages could not be loaded.</p>;
  const differences = differing(built, terms);
  if (differences.length === 0)
    return <p className="text-sm text-ink-soft">The public pages show these values.</p>;
  return (
    <div role="status" className="trouble">
      <p>The pages show other values. Change site/src/content/terms.yaml, then run npm run build.</p>
      <ul>
        {differences.map(({ name, said, kept }) => (
          <li key={name}>{phrase`${fieldNames[name]}: the pages show ${said}, the lab uses ${kept}.`}</li>
        ))}
      </ul>
    </div>
  );
}

const describe = (typed: Readonly<Record<Term, string>>) =>
  termNames.map((name) => `${fieldNames[name]}: ${typed[name]}`).join('\n');

function Form({ terms }: { terms: TermsRow }) {
  const { isOwner } = useMe();
  const setting = useTerms(terms);
  const { draft, setDraft } = setting;
  return (
    <DraftForm setting={setting} describe={describe} isReadOnly={!isOwner}>
      {termNames.map((name) => (
        <Field
          key={name}
          label={fieldNames[name]}
          type="number"
          inputMode="numeric"
          min={1}
          max={name === 'answer_days' ? 365 : 120}
          required
          readOnly={!isOwner}
          value={draft[name]}
          onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
        />
      ))}
    </DraftForm>
  );
}

function History() {
  const { data: changes } = useQuery(termsChangesQuery);
  return (
    <>
      <h4>Changes</h4>
      <LoadError what="The changes" of={termsChangesQuery} />
      {changes?.length === 0 && <p className="text-sm text-ink-soft">Never changed.</p>}
      <ul>
        {changes?.map(({ id, at, actor_email: by, before, after }) => (
          <li key={id} className="text-sm text-ink-soft">
            <When at={at} />
            <span>{`, ${by ?? 'in the database'}. ${termNames
              .filter((name) => before[name] !== after[name])
              .map((name) => phrase`${fieldNames[name]}: ${before[name]} → ${after[name]}`)
              .join('; ')}`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
