/** The Operation RoundUp page. */
export const texts = {
  lead: 'Choose the accounts whose bills you want us to round up.',
  loading: 'Loading your accounts',
  search: 'Search',
  searchHint: 'Account number or address',
  noMatch: 'No account matches your search.',
  help: {
    link: 'How Operation RoundUp works',
    close: 'Close',
    text: 'We round your bill up to the next dollar. The extra cents help people in our community. You can stop at any time.',
    plus: 'With an amount, we also add that amount to each bill. With an expiration date, your enrollment ends on that day.',
  },
  all: 'Select All',
  columns: {
    select: 'Select',
    account: 'Account',
    type: 'Type',
    address: 'Address',
    enrolled: 'Enrolled',
    amount: 'Amount',
    expiration: 'Expiration date',
  },
  ofAccount: (column: string, accountNumber: string) => `${column}, account ${accountNumber}`,
  proceed: 'Proceed',
  saving: 'Saving…',
  selectFirst: 'Select at least one account.',
  nothingChanged: 'These accounts already have these choices.',
}
