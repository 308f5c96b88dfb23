/** What an account pays by arrangement. */
export const texts = {
  heading: 'Arrangements',
  loading: 'Loading your arrangements',
  notation: 'Arrangement',
  unnamed: 'Payment arrangement',
  nextDue: 'Next payment due',
  nextAmount: 'Next payment',
  balance: 'Remaining balance',
  overdue: 'Past due',
  empty: 'This account has no payment arrangement. Call us if you need more time to pay.',
}
