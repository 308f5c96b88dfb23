/** The account that is shown, as every load of the overview names it. */
export interface OwnAccount {
  readonly memberNumber: string
  readonly accountNumber: string
}
