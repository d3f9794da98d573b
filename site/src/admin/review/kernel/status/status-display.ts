import type { Status } from '@solostead/contract/statuses';

/** The words, key and look of a status. */
interface StatusDisplay {
  readonly label: string;
  /** The button that moves `{count}` applications there. */
  readonly bulkAction: string;
  /** The key of a move there, null for none. */
  readonly key: string | null;
  /** The shape of its mark, which has the colour of its tone. */
  readonly mark: 'ring' | 'half disc' | 'disc' | 'square' | 'frame' | 'dash';
  readonly tone: 'neutral' | 'accent' | 'success' | 'danger';
}

export const statusDisplay: Readonly<Record<Status, StatusDisplay>> = {
  submitted: {
    label: 'Submitted',
    bulkAction: 'Put back {count}',
    key: null,
    mark: 'ring',
    tone: 'neutral',
  },
  in_review: {
    label: 'In review',
    bulkAction: 'Take {count} into review',
    key: '6',
    mark: 'half disc',
    tone: 'accent',
  },
  interview: {
    label: 'Interview',
    bulkAction: 'Invite {count}',
    key: '7',
    mark: 'disc',
    tone: 'accent',
  },
  accepted: {
    label: 'Accepted',
    bulkAction: 'Accept {count}',
    key: '8',
    mark: 'square',
    tone: 'success',
  },
  declined: {
    label: 'Declined',
    bulkAction: 'Decline {count}',
    key: '9',
    mark: 'frame',
    tone: 'danger',
  },
  withdrawn: {
    label: 'Withdrawn',
    bulkAction: 'Withdraw {count}',
    key: '0',
    mark: 'dash',
    tone: 'neutral',
  },
};

/** Returns a status's label, or the given text if it is none. */
export const statusLabel = (status: string | null): string =>
  Object.entries(statusDisplay).find(([known]) => known === status)?.[1].label ?? status ?? '';
