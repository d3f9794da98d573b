import type { ComponentType } from 'react';
import { lazyScreen } from '#ui/lazy/lazy-screen.tsx';
import { useMe } from '../../kernel/data/me.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { Skeleton } from '../../kernel/states/Placeholder.tsx';
import { useView } from '../../../route/use-view.ts';
import { ViewLinks } from '../../../route/ViewLinks.tsx';
import { ownersOnly, sections, type Section } from '../../../route/sections.ts';

const sectionNames = {
  you: 'You',
  people: 'People',
  templates: 'Emails',
  intake: 'Applications',
  terms: 'Terms',
  scoring: 'Scoring',
  webhooks: 'Webhooks',
  log: 'Access log',
} as const;

const options = { fallback: <Skeleton lines={6} /> };

const screens: Readonly<Record<Exclude<Section, 'log'>, ComponentType>> = {
  people: lazyScreen(() => import('./people/People.tsx'), options),
  templates: lazyScreen(() => import('./templates/Templates.tsx'), options),
  intake: lazyScreen(() => import('./intake/Intake.tsx'), options),
  terms: lazyScreen(() => import('./terms/Terms.tsx'), options),
  scoring: lazyScreen(() => import('./scoring/Scoring.tsx'), options),
  webhooks: lazyScreen(() => import('./webhooks/Webhooks.tsx'), options),
  you: lazyScreen(() => import('./you/You.tsx'), options),
};

interface Props {
  /** The access log, which is a separate screen. */
  log: ComponentType;
}

/** The settings, one section at a time, with a link to each. */
export default function Settings({ log }: Props) {
  const { isOwner } = useMe();
  const current = useView().view.section ?? 'you';
  const Shown = current === 'log' ? log : screens[current];
  return (
    <div ref={keepFocus} className="grid-cols-1 gap-5">
      <ViewLinks
        label="Settings"
        links={sections
          .filter((section) => isOwner || !ownersOnly.has(section))
          .map((section) => ({
            to: { section },
            label: sectionNames[section],
            isCurrent: section === current,
          }))}
      />
      {isOwner || !ownersOnly.has(current) ? (
        <Shown />
      ) : (
        <p>{`Only owners see ${current === 'log' ? 'the access log' : current}.`}</p>
      )}
    </div>
  );
}
