import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { sayCount } from '../format/number.ts';
import type { ViewControl } from '../view/use-view.ts';
import { viewQuery } from '../view/view.ts';
import { fill, useWords } from '../words.tsx';

interface Props {
  control: ViewControl;
  /** How many the list holds; undefined while they are counted. */
  total: number | undefined;
}

/** The way from the list to reading it one by one. */
export function ReadButton({ control: { view, go }, total }: Props) {
  const { triage } = useWords();
  if (!total) return null;
  const to = { screen: 'triage', section: null, after: null, open: null } as const;
  return (
    <ButtonLink
      href={`${location.pathname}${viewQuery({ ...view, ...to })}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {total === 1 ? triage.readOne : fill(triage.read, { count: sayCount(total) })}
    </ButtonLink>
  );
}
