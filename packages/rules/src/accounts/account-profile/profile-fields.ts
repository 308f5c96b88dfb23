/** The name of the account holder. Fields have their names on the wire (DE-02). */
export interface ProfileName {
  readonly firstName: string
  readonly middleName: string
  readonly lastName: string
}

/** The mailing address of an account, with the field names of the wire (DE-02). */
export interface ProfileAddress {
  readonly streetNumber: string
  readonly streetName: string
  readonly streetType: string
  readonly unit: string
  readonly city: string
  /** Postal code of a state, such as WI. */
  readonly state: string
  /** ZIP code: five digits, or nine as `54701-1234`. */
  readonly zip: string
}

export type NameField = keyof ProfileName
export type AddressField = keyof ProfileAddress

/** Maximum length of each profile field, in characters (PF-24 to PF-35). State and ZIP code are checked by their format instead. */
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
 * Maximum length of each field in an imported file, in characters. The portal shows imported values in full; a member who edits one
 * must keep to `maxProfileLengths` (REQ-D-268).
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
