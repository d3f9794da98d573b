import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../../../ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { changing, scoringQuery } from '../../../kernel/data/queries.ts';
import { useReviewSave } from '../../../kernel/data/saves.ts';
import { draftOf, edited, type Edit } from './drafts.ts';
import { type Scoring, scoring as scoringShape } from '../../../kernel/data/shapes/application.ts';

/** Edits the scoring. After a concurrent save, `theirs` is the other version until the person decides. */
export function useScoring(loaded: Scoring) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(loaded));
  const [kept, setKept] = useState(loaded);
  const [theirs, setTheirs] = useState<Scoring | null>(null);
  const take = (scoring: Scoring) => {
    setKept(scoring);
    setDraft(draftOf(scoring));
    setTheirs(null);
  };
  const { save, isSaving } = useReviewSave({
    send: () => {
      const criteria = draft.asked.map(({ key, label, anchors }) => ({ key, label, anchors }));
      const parameters = {
        ...{ seen_version: kept.version, criteria },
        hides_others_until_scored: draft.hides,
      };
      return call('review_scoring_save', parameters, scoringShape);
    },
    done: (saved) => {
      take(saved);
      client.setQueryData(scoringQuery.queryKey, saved);
      showToast({ title: 'Scoring saved' });
      for (const queryKey of Object.values(changing)) void client.invalidateQueries({ queryKey });
    },
    conflict: {
      shape: scoringShape,
      take: (there) => {
        setKept(there);
        setTheirs(there);
      },
    },
  });
  return {
    ...{ draft, theirs, save, isSaving },
    isChanged: JSON.stringify(draft) !== JSON.stringify(draftOf(kept)),
    edit: (change: Edit) => setDraft((now) => edited(now, change)),
    takeTheirs: () => theirs && take(theirs),
  };
}
