/** The name of the form's field that people neither see nor reach; what fills it in is a script. */
export const honeypotField = 'reference';

/** The header in which what stands in that field travels beside an application, percent-encoded. */
export const honeypotHeader = 'x-application-trap';
