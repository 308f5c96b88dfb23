/** The account that a guest has open, and the access that permits it. */
export interface SharedPlace {
  readonly memberNumber: string
  readonly id: string
  readonly accountNumber: string
}
