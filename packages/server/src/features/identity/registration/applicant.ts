/** The holder of an account who may register: there is no login yet. */
export interface Applicant {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly name: string
  /** Ten digits each. */
  readonly cellPhones: readonly string[]
  readonly emails: readonly string[]
}
