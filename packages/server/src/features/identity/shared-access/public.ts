export { resendInvitation } from './resend-invitation.ts'
export { isIdleGuest, listIdleGuests } from './guests.store.ts'
export { endAccessOf, endSharedAccess, listPeople } from './people.ts'
