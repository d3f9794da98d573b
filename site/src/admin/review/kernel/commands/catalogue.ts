/** The groups of commands in the palette and in the list of keys, in order. */
export const groups = {
  triage: 'Reading one by one',
  application: 'This application',
  list: 'The list',
  board: 'The board',
  go: 'Go to',
  views: 'Saved views',
  general: 'Everywhere',
} as const;

export type Group = keyof typeof groups;

/** The precedence of keys. A panel's keys come before those of the screen below. */
export const levels = { workspace: 0, screen: 1, panel: 2 } as const;

export interface CatalogueEntry {
  readonly label: string;
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

/** Every command with a key or a fixed label. The responsible part of the page registers its action (`useCommands`). */
export const catalogue = {
  'triage.score': entry({ label: 'Score what is marked', group: 'triage', keys: ['1–5'], isNative: true }),
  'triage.score-back': entry({
    label: 'Back to the criterion before',
    group: 'triage',
    keys: ['Backspace'],
    level: 'screen',
  }),
  'triage.review': entry({ label: 'To In review', group: 'triage', keys: ['6'], level: 'screen' }),
  'triage.interview': entry({
    label: 'To Interview, from Submitted through In review',
    group: 'triage',
    keys: ['7'],
    level: 'screen',
  }),
  'triage.accept': entry({ label: 'Accept', group: 'triage', keys: ['8'], level: 'screen' }),
  'triage.decline': entry({ label: 'Decline', group: 'triage', keys: ['9'], level: 'screen' }),
  'triage.withdraw': entry({ label: 'To Withdrawn', group: 'triage', keys: ['0'], level: 'screen' }),
  'application.move': entry({ label: 'Move to…', group: 'application', keys: ['m'] }),
  'application.choose-move': entry({
    label: 'In the open menu: the same moves',
    group: 'application',
    keys: ['6–0'],
    isNative: true,
  }),
  'application.move-with-mail': entry({ label: 'Move with a mail…', group: 'application' }),
  'application.assign': entry({ label: 'Assign to…', group: 'application', keys: ['a'] }),
  'application.assign-to-me': entry({ label: 'Assign to me', group: 'application' }),
  'application.tag': entry({ label: 'Add or remove a tag…', group: 'application', keys: ['t'] }),
  'application.rate': entry({ label: 'Rate', group: 'application', keys: ['r'], level: 'panel' }),
  'note.write': entry({ label: 'Write a note', group: 'application', keys: ['e'], level: 'panel' }),
  'note.save': entry({ label: 'Save the note', group: 'application', keys: ['Mod+Enter'], isNative: true }),
  'row.next': entry({ label: 'Next application', group: 'list', keys: ['j'], level: 'screen' }),
  'row.previous': entry({ label: 'Previous application', group: 'list', keys: ['k'], level: 'screen' }),
  'card.left': entry({ label: 'To the column on the left', group: 'board', keys: ['h'], level: 'screen' }),
  'card.right': entry({ label: 'To the column on the right', group: 'board', keys: ['l'], level: 'screen' }),
  'row.open': entry({ label: 'Open the application', group: 'list', keys: ['Enter'], isNative: true }),
  'row.select': entry({ label: 'Select the application', group: 'list', keys: ['x'], level: 'screen' }),
  'export.open': entry({ label: 'Export what the list shows', group: 'list' }),
  'go.list': entry({ label: 'List', group: 'go', keys: ['g l'] }),
  'go.triage': entry({ label: 'Read the list one by one', group: 'go', keys: ['g t'] }),
  'go.board': entry({ label: 'Board', group: 'go', keys: ['g b'] }),
  'go.numbers': entry({ label: 'Numbers', group: 'go', keys: ['g n'] }),
  'go.settings': entry({ label: 'Settings', group: 'go', keys: ['g s'] }),
  'go.account': entry({ label: 'Your account', group: 'go' }),
  'views.open': entry({ label: 'Save this view', group: 'views' }),
  'general.undo': entry({ label: 'Undo the last change', group: 'general', keys: ['Mod+z'] }),
  'general.back': entry({
    label: 'One step back: leave a field, clear the selection, close the application',
    group: 'general',
    keys: ['Escape'],
  }),
  'general.search': entry({ label: 'Search people and commands', group: 'general', keys: ['/', 'Mod+k'] }),
  'general.keys': entry({ label: 'Keyboard shortcuts', group: 'general', keys: ['?'] }),
};

export type CommandId = keyof typeof catalogue;
