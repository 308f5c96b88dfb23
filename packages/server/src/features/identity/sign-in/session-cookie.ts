/** The cookie half of a session. */
export const sessionCookie = '__Host-portal_fp'
