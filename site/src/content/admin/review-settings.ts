/** The words of the settings' sections. */
export const reviewSettings = {
  settings: {
    label: 'Settings of the lab',
    sections: { people: 'People', templates: 'Mail templates', you: 'You' },
  },
};
