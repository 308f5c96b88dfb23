/** Bills that were not paid in time. Column names and the empty message are those of DH-03 to DH-10. */
export const texts = {
  heading: 'Delinquents',
  loading: 'Loading your history',
  about: (holder: string, status: string) => `${holder} · ${status}`,
  billDate: 'Bill Date',
  pastDue: 'Past Due',
  lateFee: 'Late Fee',
  cutoffDate: 'Cutoff Date',
  document: 'Document',
  view: 'View PDF',
  ofDay: (day: string) => ` dated ${day}`,
  billOf: (day: string) => `Past-due bill dated ${day}`,
  empty: 'There are no delinquents available.',
}
