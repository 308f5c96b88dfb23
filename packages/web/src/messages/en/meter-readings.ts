/** The meter reading page. */
export const texts = {
  heading: 'Meter Reading',
  loading: 'Loading your meters',
  notCollected: 'We read the meters of this account. You don’t need to send a reading.',
  noMeters: 'We have no meter on file for this account. Please contact us.',
  form: {
    title: 'Enter a reading',
    meter: 'Meter',
    chooseMeter: 'Choose a meter',
    reading: (unit: string) => (unit === '' ? 'Reading' : `Reading (${unit})`),
    hint: 'The whole numbers on the display or dials, from left to right. Leave out decimals.',
    date: 'Date you read the meter',
    dateHint: (first: string, last: string) => `From ${first} to ${last}`,
    submit: 'Send reading',
    busy: 'Sending',
  },
  ask: { title: 'Is this reading right?', submit: 'Yes, send it', cancel: 'Change it' },
  list: {
    title: 'Readings you sent',
    empty: 'You have not sent a reading yet.',
    date: 'Date',
    meter: 'Meter',
    reading: 'Reading',
  },
}
