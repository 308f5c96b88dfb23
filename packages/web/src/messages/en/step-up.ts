/** The proof of identity before a sensitive action. */
export const texts = {
  title: 'Confirm your identity',
  lead: 'To keep your account safe, enter your password again before this change.',
  leadWithCode: 'To keep your account safe, enter your password and a new code before this change.',
  submit: 'Confirm',
  busy: 'Checking…',
  cancel: 'Cancel',
}
