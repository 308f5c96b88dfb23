/** A failed check of a rule. Its text is in the rule's `*.messages.ts`. */
export interface Problem {
  readonly code: string
  /** The name on the wire of the field that the problem belongs to. */
  readonly field?: string
}

/** The languages that members can read the portal in. */
export type Language = 'en' | 'es'
