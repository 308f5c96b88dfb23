/** Paying one or more accounts while signed in. Amount, method and hand-off have the texts of Quick Pay. */
export const texts = {
  heading: 'Make a payment',
  payLater: 'I can’t pay all of it',
  lead: 'Choose the accounts to pay, how much and how.',
  loading: 'Loading your accounts…',
  later: 'You will be able to pay your accounts here.',
  account: 'Account to pay',
  accounts: 'Accounts to pay',
  search: 'Find an account',
  found: (count: number) =>
    count === 0 ? 'No account matches your search.' : count === 1 ? '1 account matches.' : `${count} accounts match.`,
  selectDue: 'Select all with an amount due',
  selectDueGroup: (first: number, last: number, count: number) =>
    `Select ${first} to ${last} of ${count} with an amount due`,
  selected: (count: number, most: number) =>
    count > most
      ? `You can pay up to ${most} accounts at a time. ${count} are selected: clear ${count - most} and pay the rest later.`
      : `You can pay up to ${most} accounts at a time. ${count} ${count === 1 ? 'is' : 'are'} selected.`,
  clear: 'Clear selection',
  showAll: (count: number) => `Show all ${count} accounts`,
  name: (type: string, accountNumber: string) => `${type} account ${accountNumber}`,
  forAccount: (accountNumber: string) => `for account ${accountNumber}`,
  atAccount: (accountNumber: string, problem: string) => `Account ${accountNumber}: ${problem}`,
  arrangement: 'Next arrangement payment',
  arranged: (due: string) => `Pay ${due} next. Your payment arrangement gives you more time for the rest.`,
  payWhole: (balance: string) => `Pay the whole balance, ${balance}`,
  payDue: (due: string) => `Pay only ${due}`,
  payment: 'Your payment',
  count: (count: number) => (count === 1 ? 'For 1 account.' : `For ${count} accounts.`),
  taxIncluded: 'Tax is included.',
  noneOnline: 'You cannot pay these accounts online right now.',
  toConfirm: {
    shown: 'Your bank asks you to confirm. Pay with the same card on the next page, and your bank asks you there.',
    waiting: (amount: string) => `Your bank asks you to confirm your payment of ${amount}. Nothing was paid yet.`,
    choose: (amount: string) => `Confirm the payment of ${amount}`,
  },
  nextStored: 'We charge this payment method as soon as you select Pay.',
  cancel: 'Cancel',
  others: 'Pay other accounts',
  schedule: {
    submit: { label: 'Schedule payment', busyLabel: 'Scheduling' },
    next: 'We charge your payment method on that day. You can delete the payment until then.',
    later: {
      date: 'Payment date',
      hint: 'Leave empty to pay now.',
      method: 'Payment method',
      choose: 'Choose a payment method',
      noMethod: 'Store a payment method before you schedule a payment.',
      addMethod: 'Payment methods',
      notLoaded: 'You can pay now. To choose a later day, try again.',
    },
  },
}
