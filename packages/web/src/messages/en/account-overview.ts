/** The member's accounts. */
export const texts = {
  page: {
    heading: 'Account Overview',
    loading: 'Loading your accounts',
  },
  accounts: {
    title: 'Your accounts',
    number: 'Account',
    primary: 'Primary account',
    type: 'Type',
    address: 'Service address',
    balance: 'Balance',
    credit: 'Credit',
    pastDue: (amount: string) => `${amount} past due`,
    dueDate: 'Due date',
    noDueDate: 'Nothing due',
    empty: 'No account is linked to your sign-in. Please call us.',
    more: (shown: number, total: number) => `The first ${shown} of your ${total} accounts are shown.`,
  },
}
