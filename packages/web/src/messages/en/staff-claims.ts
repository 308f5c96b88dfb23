/** The staff console: claims of unclaimed capital credits. */
export const texts = {
  title: 'Capital credit claim',
  lead: 'Compare the digits with your records before you pay. Every claim that you open is recorded, and its digits are deleted after 90 days.',
  noNumber: 'Open the link in the mail about the claim.',
  loading: 'Loading the claim',
  ssn: 'SSN, last 4 digits',
  submitted: 'Submitted',
}
