/** The staff console: changes of account profiles that wait for a review. */
export const texts = {
  heading: 'Profile changes',
  lead: 'Changes that members made and the cooperative has not reviewed yet. Review them in the cooperative’s system. Each view is recorded.',
  title: 'Waiting changes, oldest first',
  loading: 'Loading profile changes',
  none: 'No changes are waiting for review.',
  account: 'Account',
  member: 'Member',
  change: 'Change',
  blocks: { name: 'Name', address: 'Mailing address', phones: 'Phone numbers' },
  since: 'Waiting since',
}
