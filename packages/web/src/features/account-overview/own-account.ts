/** Whose account is shown: what every load of the overview names. */
export interface OwnAccount {
  readonly memberNumber: string
  readonly accountNumber: string
}
