import { Suspense, type ComponentType } from 'react';
import { lazyScreen } from '../../../ui/lazy/lazy-screen.tsx';
import { useMe } from '../me.tsx';
import { Skeleton } from '../states/Skeleton.tsx';
import type { ViewControl } from '../view/use-view.ts';
import { ViewLinks } from '../view/ViewLinks.tsx';
import { useWords } from '../words.tsx';
import { ownersOnly, sections, type Section } from './sections.ts';
import styles from './Settings.module.css';

const screens: Readonly<Record<Section, ComponentType>> = {
  people: lazyScreen(() => import('../people/People.tsx')),
  templates: lazyScreen(() => import('./templates/Templates.tsx')),
  intake: lazyScreen(() => import('./intake/Intake.tsx')),
  terms: lazyScreen(() => import('./terms/Terms.tsx')),
  scoring: lazyScreen(() => import('./scoring/Scoring.tsx')),
  log: lazyScreen(() => import('../access-log/AccessLog.tsx')),
  webhooks: lazyScreen(() => import('./webhooks/Webhooks.tsx')),
  you: lazyScreen(() => import('./you/You.tsx')),
};

/** The settings of the whole lab, one section at a time. */
export default function Settings({ control }: { control: ViewControl }) {
  const { settings: words } = useWords();
  const { isOwner } = useMe();
  const shown = sections.filter((section) => isOwner || !ownersOnly.has(section));
  const current = shown.find((section) => section === control.view.section) ?? shown[0]!;
  const Shown = screens[current];
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
