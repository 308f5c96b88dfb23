import type { Statement } from '../support/record-statements.ts'

/** One call as the portal answered it: what it asked of the database, and what it sent back. */
export interface RecordedCall {
  readonly statements: readonly Statement[]
  readonly answer: string
}

/** A whole Quick Pay flow of one payer, recorded from a portal. */
export interface ReplayRecipe {
  /** The payer who was recorded. */
  readonly payer: { readonly accountNumber: string; readonly memberNumber: string; readonly address: string }
  readonly token: string
  readonly verify: RecordedCall
  readonly settings: RecordedCall
  readonly pay: RecordedCall
}
