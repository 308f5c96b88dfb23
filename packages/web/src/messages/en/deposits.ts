/** The deposits that the member has paid to the cooperative. */
export const texts = {
  heading: 'Deposits',
  loading: 'Loading your deposits',
  type: 'Deposit',
  date: 'Received',
  state: 'Status',
  held: 'On deposit',
  refunded: (day: string) => `Returned on ${day}`,
  interest: 'Interest',
  amount: 'Amount',
  empty: 'This account has no deposits.',
}
