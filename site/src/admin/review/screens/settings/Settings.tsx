import type { ComponentType } from 'react';
import { lazyScreen } from '#ui/lazy/lazy-screen.tsx';
import { useMe } from '../../kernel/data/me.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { Skeleton } from '../../kernel/states/Placeholder.tsx';
import { useView } from '../../../route/use-view.ts';
import { ViewLinks } from '../../../route/ViewLinks.tsx';
import { ownersOnly, sectionGroups, type Section, type SectionGroup } from '../../../route/sections.ts';

const groupNames = { you: 'You', people: 'People', mails: 'Emails', lab: 'Lab' } as const;

const sectionNames = {
  people: 'People',
  templates: 'Email templates',
  intake: 'Applications',
  terms: 'Terms',
  scoring: 'Scoring',
  webhooks: 'Webhooks',
  log: 'Access log',
  you: 'You',
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

const groups = Object.keys(sectionGroups) as readonly SectionGroup[];

/** The settings in four groups, one section at a time. The lab's group has links to its sections. */
export default function Settings({ log }: Props) {
  const { isOwner } = useMe();
  const shownOf = (group: SectionGroup) =>
    sectionGroups[group].filter((section) => isOwner || !ownersOnly.has(section));
  const { section } = useView().view;
  const current = section ?? 'people';
  const group = groups.find((each) => sectionGroups[each].some((one) => one === current)) ?? 'people';
  const Shown = current === 'log' ? log : screens[current];
  return (
    <div ref={keepFocus} className="grid-cols-1 gap-5">
      <div className="stack gap-2">
        <ViewLinks
          label="Settings"
          links={groups.map((each) => ({
            to: { section: shownOf(each)[0] ?? null },
            label: groupNames[each],
            isCurrent: each === group,
          }))}
        />
        {shownOf(group).length > 1 && (
          <ViewLinks
            label={groupNames[group]}
            links={shownOf(group).map((each) => ({
              to: { section: each },
              label: sectionNames[each],
              isCurrent: each === current,
            }))}
          />
        )}
      </div>
      {isOwner || !ownersOnly.has(current) ? (
        <Shown />
      ) : (
        <p>{`Only owners see ${current === 'log' ? 'the access log' : current}.`}</p>
      )}
    </div>
  );
}
