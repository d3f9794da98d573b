interface ToastAction {
  readonly label: string;
  readonly run: () => void | Promise<void>;
  /** The key that does the same while the notice is there: `pressToastKey` in show.ts. */
  readonly key?: string;
}

/** A short notice. */
export interface Toast {
  readonly title: string;
  readonly text?: string;
  /** danger: something went wrong; announced at once. */
  readonly tone?: 'danger';
  /** One thing to do about it, for example to undo. */
  readonly action?: ToastAction;
}
