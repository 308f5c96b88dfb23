/** An account of the member who is signed in. */
export interface OwnAccount {
  readonly memberNumber: string
  readonly accountNumber: string
}
