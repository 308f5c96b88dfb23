/** An account of the signed-in member. */
export interface OwnAccount {
  readonly memberNumber: string
  readonly accountNumber: string
}
