/** An account of the signed-in member, as calls about it name it. */
export interface OwnAccount {
  readonly memberNumber: string
  readonly accountNumber: string
}
