import type { Statement } from '../support/record-statements.ts'

/** The values that differ between two members of a filled cooperative in the statements of a read. */
export interface ReaderFacts {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly loginId: string
  /** The hash as PostgreSQL writes bytes: `\x…`. */
  readonly tokenHash: string
}

/** Reads of one member as the portal answered them, by the part of their path that says which read it is. */
export interface ReadRecipe {
  readonly reader: ReaderFacts
  readonly reads: readonly { readonly statements: readonly Statement[]; readonly answer: string }[]
}
