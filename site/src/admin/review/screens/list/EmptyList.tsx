import { hrefOf } from '../../../route/search.ts';
import { useView } from '../../../route/use-view.ts';
import { isFiltered, toRead, type View } from '../../../route/view.ts';
import { Empty } from '../../kernel/states/Placeholder.tsx';

/** Returns the words of an empty list, for an empty later page, nothing to read, no match, or no applications. */
function emptyWords(view: View) {
  if (view.after)
    return {
      title: 'This page is empty',
      text: 'Its applications moved to an earlier page or out of this view.',
    };
  if (hrefOf(view) === hrefOf(toRead))
    return {
      title: 'Nothing to read',
      text: 'No unassigned application is waiting for an answer. All applications are under All.',
    };
  return isFiltered(view.filter)
    ? { title: 'Nothing matches', text: 'No application fits this search and these filters.' }
    : {
        title: 'No applications yet',
        text: 'As soon as someone applies, they appear here. To try this out, run npm run solostead -- seed 1000.',
      };
}

/** Replaces a list without a row. */
export default function EmptyList() {
  return <Empty {...emptyWords(useView().view)} />;
}
