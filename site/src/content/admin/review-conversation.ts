/** The words of the conversation between lab and applicant. The screens fill in `{…}`. */
export const reviewConversation = {
  bounce: {
    short: 'Mail bounces',
  },
  you: {
    title: 'You',
    text: 'What you set here is yours alone.',
    booking: 'Booking link',
    bookingHint: 'Where applicants choose a time with you. {{booking}} in a mail you send stands for it.',
    saved: 'Booking link saved',
    cleared: 'Booking link removed',
  },
} as const;
