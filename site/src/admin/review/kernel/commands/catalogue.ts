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

/** A member's access. */
export type Right = 'reader' | 'reviewer' | 'owner';

/** The access that commands need. That of an entry replaces that of its group. */
const groupNeeds: Partial<Record<Group, Right>> = { triage: 'reviewer', application: 'reviewer' };

export const needsOf = ({ group, needs }: Pick<CatalogueEntry, 'group' | 'needs'>): Right =>
  needs ?? groupNeeds[group] ?? 'reader';

export interface CatalogueEntry {
  readonly label: string;
  readonly group: Group;
  readonly needs?: Right;
  /** Alternative keys: the browser's name ('Escape'), with Control or Command ('Mod+k'), or a sequence ('g b'). */
  readonly keys?: readonly string[];
  /** 'workspace' where it is left out. */
  readonly level?: keyof typeof levels;
  /** Handled by the browser, a field or a menu. The list of keys shows it, and nothing registers it. */
  readonly isNative?: true;
}

/** Every command with a key or a fixed label. The responsible part of the page registers its action (`useCommands`). */
const entries = {
  'triage.score': { label: 'Score what is marked', group: 'triage', keys: ['1–5'], isNative: true },
  'triage.score-back': {
    label: 'Back to the criterion before',
    group: 'triage',
    keys: ['Backspace'],
    level: 'screen',
  },
  'evidence.ask': { label: 'Ask for one thing they shipped', group: 'triage', level: 'screen' },
  'application.move': { label: 'Move to…', group: 'application', keys: ['m'] },
  'application.choose-move': {
    label: 'Move to In review, Interview, Accepted, Declined or Withdrawn',
    group: 'application',
    keys: ['m 6–0'],
    isNative: true,
  },
  'application.decline': {
    label: 'Decline with one of six reasons',
    group: 'application',
    keys: ['m d 1–6'],
    isNative: true,
  },
  'application.move-with-mail': { label: 'Move with an email…', group: 'application' },
  'application.assign': { label: 'Assign to…', group: 'application', keys: ['a'] },
  'application.assign-to-me': { label: 'Assign to me', group: 'application' },
  'application.tag': { label: 'Add or remove a tag…', group: 'application', keys: ['t'] },
  'application.erase': { label: 'Erase…', group: 'application', needs: 'owner' },
  'application.rate': { label: 'Rate', group: 'application', keys: ['r'], level: 'panel' },
  'note.write': { label: 'Write a note', group: 'application', keys: ['e'], level: 'panel' },
  'note.save': { label: 'Save the note', group: 'application', keys: ['Mod+Enter'], isNative: true },
  'row.next': { label: 'Next application', group: 'list', keys: ['j'], level: 'screen' },
  'row.previous': { label: 'Previous application', group: 'list', keys: ['k'], level: 'screen' },
  'card.left': { label: 'To the column on the left', group: 'board', keys: ['h'], level: 'screen' },
  'card.right': { label: 'To the column on the right', group: 'board', keys: ['l'], level: 'screen' },
  'row.open': { label: 'Open the application', group: 'list', keys: ['Enter'], isNative: true },
  'row.select': {
    label: 'Select the application',
    group: 'list',
    needs: 'reviewer',
    keys: ['x'],
    level: 'screen',
  },
  'row.extend': {
    label: 'Select from the last ticked row',
    group: 'list',
    needs: 'reviewer',
    keys: ['X'],
    level: 'screen',
  },
  'row.extend-down': {
    label: 'Extend down',
    group: 'list',
    needs: 'reviewer',
    keys: ['Shift+ArrowDown'],
    level: 'screen',
  },
  'row.extend-up': {
    label: 'Extend up',
    group: 'list',
    needs: 'reviewer',
    keys: ['Shift+ArrowUp'],
    level: 'screen',
  },
  'export.open': { label: 'Export what the list shows', group: 'list' },
  'go.list': { label: 'List', group: 'go', keys: ['g l'] },
  'go.triage': { label: 'Read the list one by one', group: 'go', needs: 'reviewer', keys: ['g t'] },
  'go.board': { label: 'Board', group: 'go', keys: ['g b'] },
  'go.notify': { label: 'People who still need to hear from us', group: 'go', keys: ['g h'] },
  'go.numbers': { label: 'Numbers', group: 'go', keys: ['g n'] },
  'go.settings': { label: 'Settings', group: 'go', keys: ['g s'] },
  'go.account': { label: 'Your account', group: 'go' },
  'views.open': { label: 'Save this view', group: 'views' },
  'general.undo': { label: 'Undo the last change', group: 'general', keys: ['Mod+z'] },
  'general.back': {
    label: 'One step back: leave a field, clear the selection, close the application',
    group: 'general',
    keys: ['Escape'],
  },
  'general.search': { label: 'Search people and commands', group: 'general', keys: ['/', 'Mod+k'] },
  'general.keys': { label: 'Keyboard shortcuts', group: 'general', keys: ['?'] },
} as const satisfies Record<string, CatalogueEntry>;

export type CommandId = keyof typeof entries;

export const catalogue: Readonly<Record<CommandId, CatalogueEntry>> = entries;
