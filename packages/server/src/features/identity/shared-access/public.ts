export { resendInvitation } from './resend-invitation.ts'
export { endAccessOf, endSharedAccess, listPeople } from './people.ts'
