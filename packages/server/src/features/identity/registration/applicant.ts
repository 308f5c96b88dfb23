/** The holder of an account who may register because they have no login. */
export interface Applicant {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly name: string
  /** The cell phones on file, as ten digits each. */
  readonly cellPhones: readonly string[]
  readonly emails: readonly string[]
}
