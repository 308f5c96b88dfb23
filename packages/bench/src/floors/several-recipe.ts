import type { RecordedCall } from './replay-recipe.ts'

/** A member with several accounts, whose numbers follow one another, and what the statements of their calls name. */
export interface SeveralPayer {
  readonly memberNumber: string
  readonly firstAccount: number
  readonly accounts: number
  readonly loginId: string
  /** The hash as PostgreSQL writes bytes: `\\x…`. */
  readonly tokenHash: string
  readonly address: string
}

/** The calls of a portal, in order, for one member who paid all of their accounts at once. */
export interface SeveralRecipe {
  readonly payer: SeveralPayer
  readonly calls: readonly RecordedCall[]
}
