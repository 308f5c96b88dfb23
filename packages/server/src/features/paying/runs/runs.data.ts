import type { FeatureData } from '../../../platform/feature-data.ts'
import { books, kept } from '../../../platform/personal-data.ts'

/** States for the tables of the slice what an export and an erasure of a member do with rows and which secrets they hold. */
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
  personalData: [
    kept('pay.run_item', 'payment', ['trans_no', 'id'], `Payments that a run made; ${books}`, ['bank_numbers']),
  ],
  notPersonalData: {
    'pay.bank_file': 'Files for the bank',
    'pay.bank_return': 'The bank’s reports about a debit; the payment’s moves have the same facts',
    'pay.run': 'Runs',
  },
}
