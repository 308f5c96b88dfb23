/** The query of a call's address. */
export const queryOf = (address: string): URLSearchParams => new URL(address, 'http://portal.test').searchParams
