/** The cooperative's documents for members. */
export const texts = {
  loading: 'Loading the documents',
  opens: ' (opens in a new tab)',
  missing: 'We could not open that document. Try it again from this list.',
  empty: 'There are no member information documents found.',
}
