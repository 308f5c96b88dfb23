/** The cookie half of a staff session. */
export const staffCookie = '__Host-staff_fp'
