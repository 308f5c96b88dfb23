import type { FeatureData } from '../../../platform/feature-data.ts'

/** States for the tables of the slice which secrets rows hold. */
export const runsData: FeatureData = {
  secrets: [
    {
      name: 'bank numbers waiting for a bank file',
      table: 'pay.run_item',
      id: ['id', 'account_number'],
      column: 'bank_numbers',
      where: [{ column: 'bank_numbers', is: 'set' }],
      stored: { as: 'sealed', purpose: 'bank-numbers', ownerOf: ([, accountNumber]) => String(accountNumber) },
    },
  ],
}
