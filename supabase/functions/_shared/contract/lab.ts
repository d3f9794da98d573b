/** The lab's name in emails. `brand.yaml` has the same for the pages. */
export const LAB_NAME = 'Solostead';

/** The time in which an address must be confirmed, as texts name it. It is `private.confirmation_period` in SQL. */
export const CONFIRMATION_PERIOD = 'seven days';
