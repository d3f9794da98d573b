interface Chapter {
  id: string;
  title: string;
  paragraphs: string[];
}

interface Figure {
  title: string;
  description: string;
}

/** The use of the hours. Each has its own tone in the figure. */
export type Kind = 'decide' | 'build' | 'ship' | 'rest';

/** Part of the 72 hours, `from` and `to` counted from the start. */
export interface Stretch {
  from: number;
  to: number;
  kind: Kind;
  title: string;
  text: string;
}

/** The words and numbers of the case study, handed over by its page. */
export interface CaseStudyCopy {
  title: string;
  lead: string;
  home: string;
  /** A picture of the product, and what it shows. */
  picture: Figure;
  contents: string;
  facts: { value: string; label: string }[];
  overview: Chapter;
  opportunity: Chapter;
  timeline: Chapter & {
    figure: Figure & { hour: string };
    kinds: Record<Kind, string>;
    stretches: Stretch[];
  };
  built: Chapter & {
    figure: Figure;
    path: { name: string; note: string }[];
    parts: { name: string; text: string }[];
  };
  stack: Chapter & {
    columns: [string, string, string];
    rows: [string, string, string][];
    figure: Figure;
    hours: { label: string; hours: number }[];
    hoursLabel: string;
  };
  proof: Chapter & {
    quote: string;
    /** The results. */
    outcome: { title: string; figures: { value: string; label: string }[] };
    next: string;
    join: string;
  };
}
