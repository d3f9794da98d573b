interface ToastAction {
  readonly label: string;
  readonly run: () => void | Promise<void>;
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
