/** The cookie half of a staff session. */
export const staffCookie = '__Host-staff_fp'

/** Binds a sign-in at the identity provider to the browser in which it was begun. */
export const signOnCookie = '__Host-staff_sign_on'
