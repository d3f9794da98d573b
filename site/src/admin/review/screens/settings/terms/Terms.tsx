import { showDay } from '#ui/days.ts';
import { plural } from '@solostead/contract/plural';
import { useQuery } from '@tanstack/react-query';
import { Field } from '#ui/form/Field.tsx';
import { Check } from '../../../kernel/controls/Check.tsx';
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
  figuresQuery,
  spellTerms,
  useTerms,
  termNames,
  termsChangesQuery,
  termsQuery,
  type Spelled,
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
        {differences.map(({ name, onPages, inDatabase }) => (
          <li
            key={name}
          >{phrase`${fieldNames[name]}: the pages show ${onPages}, the lab uses ${inDatabase}.`}</li>
        ))}
      </ul>
    </div>
  );
}

const describe = (typed: Spelled) =>
  spellTerms(typed)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

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
      <Check
        label="Show on the site how often answers were in time"
        hint={useFigures()}
        disabled={!isOwner}
        checked={draft.publishes_figures}
        onCheck={(isChecked) => setDraft({ ...draft, publishes_figures: isChecked })}
      />
    </DraftForm>
  );
}

/** Describes the week's figures, which are public from 20 people in each on. */
function useFigures(): string {
  const { data: figures } = useQuery(figuresQuery);
  if (!figures?.counted_on) return 'They are counted once a week.';
  const { people_due: due, people_answered: answered, counted_on: day } = figures;
  const counted = phrase`Counted once a week, last on ${showDay(day)}`;
  const people = plural(due, 'person', 'people');
  return due < 20 || answered < 20
    ? phrase`${counted}, for ${people}. The site shows them once 20 people were due and 20 were answered.`
    : phrase`${counted}: ${figures.percent_in_time ?? 0}% of ${people} in time, half of the answers within ${plural(figures.median_days ?? 0, 'day')}.`;
}

function changesOf(before: Spelled, after: Spelled): string[] {
  const later = new Map(spellTerms(after));
  return spellTerms(before)
    .filter(([name, value]) => later.get(name) !== value)
    .map(([name, value]) => phrase`${name}: ${value} → ${later.get(name) ?? ''}`);
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
            <span>{`, ${by ?? 'in the database'}. ${changesOf(before, after).join('; ')}`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
