/** Average Billing: the accounts of a member, and the estimate of the next twelve bills. */
export const texts = {
  lead: 'Pay about the same amount each month. See your next 12 bills before you choose.',
  loading: 'Loading your accounts',
  filter: 'Show',
  filters: { all: 'All', average: 'Average Billing', 'non-average': 'Non-Average Billing' },
  search: 'Search',
  searchHint: 'Account number or address',
  noMatch: 'No account matches your search.',
  none: 'There are no accounts in this list.',
  all: 'Select All',
  columns: {
    select: 'Select',
    account: 'Account',
    address: 'Address',
    type: 'Billing type',
    estimate: 'Estimated bill',
    settlement: 'Settlement month',
    action: 'Action',
  },
  ofAccount: (accountNumber: string) => `account ${accountNumber}`,
  buttons: { 'sign-up': 'Sign Up', remove: 'Remove', 'not-eligible': 'Not Eligible', plan: 'Next 12 bills' },
  bulk: { add: 'Sign Up Selected', remove: 'Remove Selected' },
  selectFirst: 'Select at least one account.',
  close: 'Close',
  cancel: 'Cancel',
  saving: 'Saving…',
  signUp: {
    title: 'Sign up for Average Billing',
    submit: 'Sign Up',
  },
  edit: {
    title: 'Your next 12 bills',
    submit: 'Save settlement month',
    unchanged: 'Choose another month to change it.',
  },
  remove: {
    title: 'Remove Average Billing?',
    text: (accountNumber: string) =>
      `Bills for account ${accountNumber} will follow your actual usage again. You pay or get back any difference that is left.`,
    submit: 'Remove',
  },
  notEligible: { title: 'Not Eligible' },
  bulkDialog: {
    add: {
      title: 'Sign up the selected accounts?',
      text: (count: number) =>
        `${count === 1 ? '1 account' : `${count} accounts`} will be on Average Billing. Each settles in its own settlement month, which you can change later.`,
    },
    remove: {
      title: 'Remove Average Billing?',
      text: (count: number) =>
        `Bills for ${count === 1 ? '1 account' : `${count} accounts`} will follow your actual usage again. You pay or get back any difference that is left.`,
    },
  },
  results: {
    updated: (count: number) => (count === 1 ? '1 account was updated.' : `${count} accounts were updated.`),
    refused: (count: number) => (count === 1 ? '1 account was not updated.' : `${count} accounts were not updated.`),
  },
  settlementMonth: 'Settlement month',
  settlementHint: 'Once a year, your bill settles the difference between your usage and your payments.',
  plan: {
    loading: 'Estimating your next 12 bills',
    caption: 'Your next 12 bills, estimated',
    none: 'We need 12 monthly bills in a row to estimate your next bills. This account does not have them yet.',
    estimate: 'Our estimate for Average Billing',
    firstAverage: 'First bill with Average Billing',
    monthlyBudget: 'Monthly bill with Budget Billing',
    highest: 'Highest bill without either',
    columns: {
      date: 'Bill date',
      standard: 'Actual usage',
      average: 'Average Billing',
      budget: 'Budget Billing',
    },
    settles: 'settlement',
    left: 'Difference after these bills',
    leftNote: 'Above zero: usage you have not paid for yet. Below zero: a credit.',
    average: 'Average Billing',
    budget: 'Budget Billing',
    how: 'How we estimate',
    basis: (years: number, from: string, to: string) =>
      years === 2
        ? `We use your own bills from ${from} to ${to}, without late fees. Each coming bill is the average of the same bill in those two years.`
        : `We use your own bills from ${from} to ${to}, without late fees. Each coming bill is the same as a year before.`,
    methods:
      'Average Billing charges the average of your latest 12 bills. Budget Billing charges the same amount each month, rounded up to a dollar.',
    settlement: (month: string) =>
      `In ${month}, your bill adds or takes off the whole difference between your usage and your payments.`,
    starting: (amount: string) => `The estimate starts with your current difference of ${amount}.`,
    leveled: 'Some of these bills were leveled already, so your actual usage may differ.',
    noPromise: 'Your bills will differ when the weather, your usage or our rates change.',
  },
}
