/** The groups of commands in the palette and in the list of keys, in order. */
export const groups = ['triage', 'application', 'list', 'board', 'go', 'views', 'general'] as const;

export type Group = (typeof groups)[number];

/** The precedence of keys. A panel's keys come before those of the screen below. */
export const levels = { workspace: 0, screen: 1, panel: 2 } as const;

export interface CatalogueEntry {
  readonly group: Group;
  /**
   * Alternative keys with the browser's names ('j', 'Escape'), with Control or Command ('Mod+k'), or a sequence ('g
   * b').
   */
  readonly keys?: readonly string[];
  /** 'workspace' where it is left out. */
  readonly level?: keyof typeof levels;
  /** Handled by the browser, a field or a menu. The list of keys shows it, and nothing registers it. */
  readonly isNative?: true;
}

const entry = <Entry extends CatalogueEntry>(value: Entry): CatalogueEntry => value;

/**
 * Every command with a key or a fixed label. content/admin/review-commands.ts has the label under the same id. The
 * responsible part of the page registers its action (`useCommands`).
 */
export const catalogue = {
  'triage.score': entry({ group: 'triage', keys: ['1–5'], isNative: true }),
  'triage.score-back': entry({ group: 'triage', keys: ['Backspace'], level: 'screen' }),
  'triage.review': entry({ group: 'triage', keys: ['6'], level: 'screen' }),
  'triage.interview': entry({ group: 'triage', keys: ['7'], level: 'screen' }),
  'triage.accept': entry({ group: 'triage', keys: ['8'], level: 'screen' }),
  'triage.decline': entry({ group: 'triage', keys: ['9'], level: 'screen' }),
  'triage.withdraw': entry({ group: 'triage', keys: ['0'], level: 'screen' }),
  'application.move': entry({ group: 'application', keys: ['m'] }),
  'application.choose-move': entry({ group: 'application', keys: ['6–0'], isNative: true }),
  'application.move-with-mail': entry({ group: 'application' }),
  'application.assign': entry({ group: 'application', keys: ['a'] }),
  'application.assign-to-me': entry({ group: 'application' }),
  'application.tag': entry({ group: 'application', keys: ['t'] }),
  'application.rate': entry({ group: 'application', keys: ['r'], level: 'panel' }),
  'note.write': entry({ group: 'application', keys: ['e'], level: 'panel' }),
  'note.save': entry({ group: 'application', keys: ['Mod+Enter'], isNative: true }),
  'row.next': entry({ group: 'list', keys: ['j'], level: 'screen' }),
  'row.previous': entry({ group: 'list', keys: ['k'], level: 'screen' }),
  'card.left': entry({ group: 'board', keys: ['h'], level: 'screen' }),
  'card.right': entry({ group: 'board', keys: ['l'], level: 'screen' }),
  'row.open': entry({ group: 'list', keys: ['Enter'], isNative: true }),
  'row.select': entry({ group: 'list', keys: ['x'], level: 'screen' }),
  'export.open': entry({ group: 'list' }),
  'go.list': entry({ group: 'go', keys: ['g l'] }),
  'go.triage': entry({ group: 'go', keys: ['g t'] }),
  'go.board': entry({ group: 'go', keys: ['g b'] }),
  'go.numbers': entry({ group: 'go', keys: ['g n'] }),
  'go.settings': entry({ group: 'go', keys: ['g s'] }),
  'go.account': entry({ group: 'go' }),
  'views.open': entry({ group: 'views' }),
  'general.undo': entry({ group: 'general', keys: ['Mod+z'] }),
  'general.back': entry({ group: 'general', keys: ['Escape'] }),
  'general.search': entry({ group: 'general', keys: ['/', 'Mod+k'] }),
  'general.keys': entry({ group: 'general', keys: ['?'] }),
};

export type CommandId = keyof typeof catalogue;
