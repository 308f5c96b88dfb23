/** Paying one or more accounts while signed in. Amount, method and hand-off have the texts of Quick Pay. */
export const texts = {
  heading: 'Make a payment',
  lead: 'Choose the accounts to pay and how much. You enter card or bank details on the next page.',
  loading: 'Loading what can be paid…',
  later: 'You will be able to pay your accounts here.',
  account: 'Account to pay',
  accounts: 'Accounts to pay',
  search: 'Find an account',
  found: (count: number) =>
    count === 0 ? 'No account matches your search.' : count === 1 ? '1 account matches.' : `${count} accounts match.`,
  selectDue: 'Select all with an amount due',
  clear: 'Clear selection',
  showAll: (count: number) => `Show all ${count} accounts`,
  name: (type: string, accountNumber: string) => `${type} account ${accountNumber}`,
  forAccount: (accountNumber: string) => `for account ${accountNumber}`,
  atAccount: (accountNumber: string, problem: string) => `Account ${accountNumber}: ${problem}`,
  arrangement: 'Next arrangement payment',
  payment: 'Your payment',
  count: (count: number) => (count === 1 ? 'For 1 account.' : `For ${count} accounts.`),
  taxIncluded: 'Tax is included.',
  cancel: 'Cancel',
  others: 'Pay other accounts',
}
