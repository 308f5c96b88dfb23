import { expect, it } from 'vitest'
import { feeOption } from './convenience-fee.ts'
import { feeOfEachPayment } from './convenience-fee.messages.ts'

it.each([
  [feeOption('percent', '2.95'), 'en', 'A convenience fee of 2.95% is added to each payment.'],
  [feeOption('percent', '2.95'), 'es', 'A cada pago se le agrega un cargo por conveniencia del 2.95%.'],
  [feeOption('flat', '1.5'), 'en', 'A convenience fee of $1.50 is added to each payment.'],
  [feeOption('flat', '1.5'), 'es', 'A cada pago se le agrega un cargo por conveniencia de $1.50.'],
  [feeOption('percent', '0.00'), 'en', ''],
  [feeOption('flat', '0'), 'es', ''],
  [{ ...feeOption('flat', '1.50'), count: 0 }, 'en', ''],
] as const)('states the fee %o of a payment whose amount is not known yet in %s', (option, language, sentence) => {
  expect(feeOfEachPayment(option, language)).toBe(sentence)
})
