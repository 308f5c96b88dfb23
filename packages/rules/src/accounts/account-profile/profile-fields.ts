/** The name of an account's holder, as its form has it, with its names on the wire (DE-02). */
export interface ProfileName {
  readonly firstName: string
  readonly middleName: string
  readonly lastName: string
}

/** The mailing address of an account, in its parts (DE-02). */
export interface ProfileAddress {
  readonly streetNumber: string
  readonly streetName: string
  readonly streetType: string
  readonly unit: string
  readonly city: string
  /** Code of a state, such as WI. */
  readonly state: string
  /** Five digits, or five and four. */
  readonly zip: string
}

export type NameField = keyof ProfileName
export type AddressField = keyof ProfileAddress

/** Most characters of each field of the profile (PF-24 to PF-35); the rest are checked by form. */
export const maxProfileLengths = {
  firstName: 28,
  middleName: 20,
  lastName: 28,
  streetNumber: 20,
  streetName: 40,
  streetType: 30,
  unit: 30,
  city: 50,
} as const satisfies Partial<Record<NameField | AddressField, number>>

/**
 * Most characters that a file of the cooperative's system may give for each field. They are shown whole; a member who edits
 * the field keeps to `maxProfileLengths` (REQ-D-268).
 */
export const maxImportedLengths = {
  ...maxProfileLengths,
  firstName: 60,
  middleName: 60,
  lastName: 60,
  streetName: 60,
  city: 60,
} as const satisfies Record<keyof typeof maxProfileLengths, number>

/** Characters as members count them: an accent or an emoji is one. */
export const lengthOf = (text: string): number => Array.from(text).length

/** Removes blanks around a typed text and replaces each run of blanks inside it with one. */
export const tidyText = (text: string): string => text.trim().replaceAll(/\s+/gu, ' ')

/** True for a text on one line without control characters. */
export const isPlainLine = (text: string): boolean => !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text)
