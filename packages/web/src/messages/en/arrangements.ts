/** What an account pays by arrangement. */
export const texts = {
  heading: 'Arrangements',
  loading: 'Loading your arrangements',
  notation: 'Arrangement',
  unnamed: 'Payment arrangement',
  nextDue: 'Next payment due',
  nextAmount: 'Next payment',
  balance: 'Left to pay',
  overdue: 'Overdue',
  empty: 'A payment arrangement would be listed here. There is none for this account; call us if you need one.',
}
