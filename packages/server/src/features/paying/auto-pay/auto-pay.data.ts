import type { FeatureData } from '../../../platform/feature-data.ts'
import { choice, kept } from '../../../platform/personal-data.ts'

/** States for the tables of the slice how long rows stay and what an export and an erasure of a member do with them. */
export const autoPayData: FeatureData = {
  retention: [
    {
      table: 'portal.autopay_charge',
      column: 'charge_on',
      days: 400,
      leastDays: 60,
      what: 'Announced AutoPay charges, counted from their charge date',
    },
  ],
  personalData: [
    kept('portal.autopay', 'own-account', ['account_number'], `AutoPay; ${choice}`),
    kept('portal.autopay_charge', 'own-account', ['account_number', 'due_date'], 'AutoPay charges; ends by retention', [
      'link_hash',
    ]),
  ],
}
