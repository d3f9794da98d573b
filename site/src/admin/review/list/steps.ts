interface Identified {
  readonly id: string;
}

/** Where one is: at which application, and in which place it was last seen. */
export interface Standing {
  readonly id: string | null;
  readonly place: number;
}

interface Place {
  /** Place of the row one is at; -1 for none. */
  readonly current: number;
  /** Where the row was that has left the list; null while it is there. */
  readonly gap: number | null;
  readonly standing: Standing;
}

/**
 * Finds one's place again among rows that may have changed: by the application, not by the number of its row, for new
 * ones come in above. What has left the list leaves a gap, and the row that follows now stands there.
 */
export function placeAmong(rows: readonly Identified[], openId: string | null, standing: Standing): Place {
  const id = openId ?? standing.id;
  const found = id === null ? -1 : rows.findIndex((row) => row.id === id);
  if (found !== -1) {
    const isHeld = standing.id === id && standing.place === found;
    return { current: found, gap: null, standing: isHeld ? standing : { id, place: found } };
  }
  const isKnown = id !== null && id === standing.id && standing.place !== -1;
  return { current: -1, gap: isKnown ? Math.min(standing.place, rows.length) : null, standing };
}
