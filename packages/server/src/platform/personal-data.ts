import type { Schema } from './db/schema.ts'

/** The key by which the rows of a member are found in a table. */
export type PersonalKey =
  | 'member'
  /** By the numbers of the member's accounts. */
  | 'account'
  /** As `account`, but only what this member did, not a former holder. */
  | 'own-account'
  | 'login'
  /** By the numbers of the member's payments. */
  | 'payment'
  /** By the bookings of the member's payments. */
  | 'booking'
  /** By the member's connections of apps. */
  | 'connection'
  /** By the people whom the member lets see accounts. */
  | 'shared-access'
  /** Mails and texts to addresses that no other member has. */
  | 'address'
  /** Cards and bank accounts that were not removed. */
  | 'stored-method'

type Columns = readonly string[]

/** Says what an export and an erasure of a member do with a table's rows. */
export interface PersonalDataRule {
  readonly table: keyof Schema
  /** The view of the table that leaves out what is a former holder's. */
  readonly view?: keyof Schema
  /** The table has no such view, as statements on distributed tables read no other table: the days of its rows leave out what is a former holder's. */
  readonly isByDay?: true
  readonly by: PersonalKey
  /** Columns that together are unique among a member's rows, in the order in which they are read. */
  readonly order: Columns
  /** Columns that are never exported: secrets, hashes and what only the portal needs. `all` leaves the table out. */
  readonly omit: Columns | 'all'
  /** More columns that are not exported, of rows whose `column` has a value. */
  readonly omitIf?: { readonly column: string; readonly is: string; readonly omit: Columns }
  /** Whether erasing deletes the rows. */
  readonly isErased: boolean
  /** Rows that erasing changes and does not delete: the new values, and the column that gets the time. */
  readonly marks?: { readonly set: Readonly<Record<string, string | boolean | null>>; readonly at?: string }
  /** Erased after the rows of all other tables, which refer to it. */
  readonly isLast?: true
  /** For `docs/OPERATIONS.md`: what the rows are, and why they stay if they do. */
  readonly what: string
}

const copy = 'the cooperative’s copy, which an import would bring back'
export const books = 'the books'
export const choice = 'a choice that must be honored until the cooperative’s copy has it'

/** States that erasing keeps the rows of a table. */
export const kept = (
  table: keyof Schema,
  by: PersonalKey,
  order: Columns,
  what: string,
  omit: Columns | 'all' = [],
): PersonalDataRule => ({ table, by, order, what, omit, isErased: false })

/** States that erasing deletes the rows of a table. */
export const erased = (
  table: keyof Schema,
  by: PersonalKey,
  order: Columns,
  what: string,
  omit: Columns | 'all' = [],
): PersonalDataRule => ({ table, by, order, what, omit, isErased: true })

/** States that rows are the cooperative's copy: all of them are exported and kept. */
export const copied = (
  table: keyof Schema,
  by: PersonalKey,
  order: Columns,
  what: string,
  view?: keyof Schema,
): PersonalDataRule => ({
  ...kept(table, by, order, `${what}; ${copy}`),
  ...(view === undefined ? {} : { view }),
})

/**
 * Puts the rules of all tables in the order in which they are exported and erased: the kept ones first, those of the platform before
 * those of slices. Rows of slices are erased before those of the platform: messages that a transaction has written to the member while
 * the erasure waited for its lock are there by then.
 */
export function orderPersonalData(
  ofSlices: readonly PersonalDataRule[],
  ofPlatform: readonly PersonalDataRule[],
): readonly PersonalDataRule[] {
  const stay = [...ofPlatform, ...ofSlices].filter(({ isErased }) => !isErased)
  const go = [...ofSlices, ...ofPlatform].filter(({ isErased }) => isErased)
  return [...stay, ...go.filter(({ isLast }) => isLast !== true), ...go.filter(({ isLast }) => isLast === true)]
}
