/** Asking again who is there before something important. */
export const texts = {
  title: 'Please confirm that it is you',
  lead: 'To keep your account safe, we ask for your password again before this change.',
  leadWithCode: 'To keep your account safe, we ask for your password and a new code again before this change.',
  submit: 'Confirm',
  busy: 'Checking…',
  cancel: 'Cancel',
}
