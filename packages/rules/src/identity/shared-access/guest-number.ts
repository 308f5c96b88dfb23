const prefix = 'guest-'

/** The characters after the prefix: 14 of 32 make 70 bits. */
export const guestNumberLength = 14

/** The member number of a login that was created for shared access only, which no member of the cooperative has. */
export const guestNumber = (characters: string): string => `${prefix}${characters}`

/** True for a login without a membership: it sees what others share with it, and has no accounts of its own. */
export const isGuestNumber = (memberNumber: string): boolean => /^guest-[a-z0-5]{14}(?![\s\S])/u.test(memberNumber)
