import { Suspense, type ComponentType } from 'react';
import { lazyScreen } from '../../../../ui/lazy/lazy-screen.tsx';
import { useMe } from '../../kernel/data/me.tsx';
import { Skeleton } from '../../kernel/states/Skeleton.tsx';
import type { ViewControl } from '../../../route/use-view.ts';
import { ViewLinks } from '../../../route/ViewLinks.tsx';
import { useWords } from '../../kernel/words.tsx';
import { ownersOnly, sections, type Section } from '../../../route/sections.ts';
import styles from '../../kernel/states/Section.module.css';

const screens: Readonly<Record<Exclude<Section, 'log'>, ComponentType>> = {
  people: lazyScreen(() => import('./people/People.tsx')),
  templates: lazyScreen(() => import('./templates/Templates.tsx')),
  intake: lazyScreen(() => import('./intake/Intake.tsx')),
  terms: lazyScreen(() => import('./terms/Terms.tsx')),
  scoring: lazyScreen(() => import('./scoring/Scoring.tsx')),
  webhooks: lazyScreen(() => import('./webhooks/Webhooks.tsx')),
  you: lazyScreen(() => import('./you/You.tsx')),
};

interface Props {
  control: ViewControl;
  /** The access log, which is a screen of its own. */
  log: ComponentType;
}

/** The settings of the whole lab, one section at a time. */
export default function Settings({ control, log }: Props) {
  const { settings: words } = useWords();
  const { isOwner } = useMe();
  const shown = sections.filter((section) => isOwner || !ownersOnly.has(section));
  const current = shown.find((section) => section === control.view.section) ?? shown[0]!;
  const Shown = current === 'log' ? log : screens[current];
  return (
    <div className={styles['settings']}>
      <ViewLinks
        control={control}
        label={words.label}
        links={shown.map((section) => ({
          to: { section },
          label: words.sections[section],
          isCurrent: section === current,
        }))}
      />
      <Suspense fallback={<Skeleton lines={6} />}>
        <Shown />
      </Suspense>
    </div>
  );
}
