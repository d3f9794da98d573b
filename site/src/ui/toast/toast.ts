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
  /** Gone soon: it lies over what the person has come for, and says nothing that they do not see. */
  readonly isBrief?: boolean;
  /** One thing to do about it, for example to undo. */
  readonly action?: ToastAction;
  /** What else can be done about it. */
  readonly more?: readonly ToastAction[];
  /** Milliseconds it stays, where the time in which something can be done about it is known. */
  readonly stayMs?: number;
}
