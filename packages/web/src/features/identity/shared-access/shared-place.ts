/** Which account a guest looks at, by which access. */
export interface SharedPlace {
  readonly memberNumber: string
  readonly id: string
  readonly accountNumber: string
}
