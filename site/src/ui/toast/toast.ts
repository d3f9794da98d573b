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
  /** What else can be done about it. */
  readonly more?: readonly ToastAction[];
  /** Milliseconds it stays, where the time in which something can be done about it is known. */
  readonly stayMs?: number;
}
