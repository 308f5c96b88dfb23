/** All accounts, and the page of links about them. */
export const texts = {
  page: {
    heading: 'All Accounts',
    loading: 'Loading your accounts',
  },
  totals: {
    loading: 'Loading your totals',
    owed: 'Total due',
    pastDue: 'Past due',
    accounts: 'Accounts',
  },
  search: {
    label: 'Search your accounts',
    hint: 'By number, name, address or type',
    nothing: (search: string) =>
      `No accounts match “${search}”. Try part of an account number, a name, a street or a service type such as Water.`,
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
    empty: 'Your accounts will appear here.',
  },
  management: {
    heading: 'Account Management',
    lead: 'Everything about your accounts in one place.',
  },
}
