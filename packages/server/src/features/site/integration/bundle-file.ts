import { accountNumber, eventNumber, memberNumber, type ValueKind } from './bundle-columns.ts'

/** One column of a file of the bundle. */
export interface BundleColumn {
  readonly name: string
  readonly kind: ValueKind
  /**
   * The meaning of an empty value: `refused`, or the text that is stored for it, or `null` for "none". A column that is
   * not `mustExist` may be left out of the file; all its values are then empty.
   */
  readonly empty: 'refused' | { readonly means: string | null }
  readonly mustExist: boolean
  /** False for a column that steers the import and is not stored. */
  readonly stored: boolean
  /** The value names a file in DOCUMENTS_DIR. */
  readonly isDocument?: boolean
  readonly example: string
  readonly meaning: string
}

type BundleTable =
  | 'cis.member'
  | 'cis.phone'
  | 'cis.email'
  | 'cis.account'
  | 'cis.account_profile'
  | 'cis.balance'
  | 'cis.account_detail'
  | 'cis.member_detail'
  | 'cis.account_preference'
  | 'cis.levelized_account'
  | 'cis.draft'
  | 'cis.meter'
  | 'cis.net_metering'
  | 'cis.linked_account'
  | 'cis.arrangement'
  | 'cis.outage'
  | 'cis.outage_history'
  | 'cis.deposit'
  | 'cis.delinquent'
  | 'cis.service_order'
  | 'cis.service_application'
  | 'cis.bill'
  | 'cis.bill_line'
  | 'cis.payment'
  | 'cis.capital_credit'
  | 'cis.capital_credit_letter'
  | 'cis.unclaimed_credit'

/** A row of another table that a row names: it must be on file. */
export interface BundleParent {
  /** Columns of the file that together name it, and what they are called in the other table. */
  readonly columns: readonly string[]
  readonly table: BundleTable
  readonly key: readonly string[]
  readonly what: string
}

/** One file of the bundle and the table of the cooperative's copy that it fills. */
export interface BundleFile {
  readonly file: string
  readonly table: BundleTable
  /** Columns that together name a row. */
  readonly key: readonly string[]
  readonly parents: readonly BundleParent[]
  readonly columns: readonly BundleColumn[]
  /**
   * The effect of a full load on rows that are no longer in the file. By default they stay, such as the one row of an
   * account.
   */
  readonly gone?: 'removed' | 'inactive'
  /** A contradiction between values of a row that are each valid: the column and the reason. */
  readonly contradiction?: (
    valueOf: (column: string) => string | null,
  ) => { readonly column: string; readonly reason: string } | undefined
}

/** A column that must be in the file with a value in every row. */
export const column = (name: string, kind: ValueKind, example: string, meaning: string): BundleColumn => ({
  name,
  kind,
  example,
  meaning,
  empty: 'refused',
  mustExist: true,
  stored: true,
})

/** A column that may be left out and names a file in DOCUMENTS_DIR. */
export const documentColumn = (name: string, kind: ValueKind, example: string, meaning: string): BundleColumn => ({
  ...mayBeAbsent(column(name, kind, example, meaning), ''),
  isDocument: true,
})

/** The column must be in the file; its values may be empty. */
export const mayBeEmpty = (base: BundleColumn, means: string | null): BundleColumn => ({ ...base, empty: { means } })

/** The whole column may be left out. */
export const mayBeAbsent = (base: BundleColumn, means: string | null): BundleColumn => ({
  ...base,
  empty: { means },
  mustExist: false,
})

/** Names the last portal event of which a row already includes the change. */
export const changesThroughEvent = 'changes_through_event'

/** Names the last portal event of which a balance already includes the payment. */
export const paymentsThroughEvent = 'payments_through_event'

/** The day from which the member of an account holds it. */
export const heldSince = 'held_since'

export const memberColumn = column('member_number', memberNumber, '10001', 'The member, as in members.csv')
export const accountColumn = column('account_number', accountNumber, '100100101', 'The account, as in accounts.csv')

/**
 * The column for files whose rows may be dated before the day from which the member holds the account. A former member
 * may be absent from members.csv.
 */
export const ownerColumn = mayBeAbsent(
  column(
    'member_number',
    memberNumber,
    '10001',
    'The member whose row it is, where the account changed hands: only that member sees it, whatever its date. Empty: the date decides (`held_since`)',
  ),
  null,
)

export const ofMember: BundleParent = {
  columns: ['member_number'],
  table: 'cis.member',
  key: ['member_number'],
  what: 'member',
}

export const ofAccount: BundleParent = {
  columns: ['account_number'],
  table: 'cis.account',
  key: ['account_number'],
  what: 'account',
}

/** The column in which a row states the last portal event whose change it includes. */
export const throughEvent = mayBeAbsent(
  column(
    changesThroughEvent,
    eventNumber,
    '4711',
    'Last portal event of which this row already includes the change (see below); empty: none',
  ),
  null,
)
