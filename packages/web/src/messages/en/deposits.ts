/** What the member has left with the cooperative as a security. */
export const texts = {
  heading: 'Deposits',
  loading: 'Loading your deposits',
  type: 'Deposit',
  date: 'Received',
  state: 'Status',
  held: 'Held by us',
  refunded: (day: string) => `Returned on ${day}`,
  interest: 'Interest',
  amount: 'Amount',
  empty: 'Deposits you leave with us would be listed here. There are none for this account.',
}
