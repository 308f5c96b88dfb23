import type { Statement } from '../support/record-statements.ts'

/** A recorded call: the statements that the portal sent to the database, and its answer. */
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
