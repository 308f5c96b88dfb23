/** All accounts, and the page of links about them. */
export const texts = {
  page: {
    heading: 'All Accounts',
    loading: 'Loading your accounts',
  },
  totals: {
    loading: 'Adding up what you owe',
    owed: 'Total owed',
    pastDue: 'Past due',
    accounts: 'Accounts',
  },
  search: {
    label: 'Search your accounts',
    hint: 'By number, name, address or type',
    nothing: (search: string) =>
      `None of your accounts matches “${search}”. Try part of a number, a name, a street or a type such as Water.`,
  },
  table: {
    caption: 'Your accounts',
    number: 'Account',
    primary: 'Primary account',
    holder: 'Name',
    address: 'Service address',
    type: 'Type',
    status: 'Status',
    balance: 'Balance',
    credit: 'Credit',
    prepaid: 'Prepaid balance',
    pastDue: 'Past due',
    dueDate: 'Due date',
    noDueDate: 'None',
    empty: 'Your accounts will be listed here.',
    /** Statuses and kinds of service as the cooperative's systems name them, where they read differently here. */
  },
  management: {
    heading: 'Account Management',
    lead: 'Everything about your accounts in one place.',
  },
}
