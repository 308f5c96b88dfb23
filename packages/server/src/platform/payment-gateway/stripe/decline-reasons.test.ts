import { describe, expect, it } from 'vitest'
import { declineReasonOf, returnCodeOf } from './decline-reasons.ts'

describe('the reason of a decline by the codes of Stripe', () => {
  it.each([
    ['insufficient_funds', 'insufficient-funds'],
    ['expired_card', 'expired-card'],
    ['incorrect_cvc', 'wrong-code'],
    ['incorrect_number', 'wrong-number'],
    ['incorrect_zip', 'wrong-zip'],
    ['card_velocity_exceeded', 'limit'],
    ['do_not_honor', 'call-bank'],
    ['generic_decline', 'call-bank'],
    ['lost_card', 'lost-or-stolen'],
    ['fraudulent', 'lost-or-stolen'],
    ['card_not_supported', 'not-supported'],
    ['authentication_required', 'authentication-required'],
    ['try_again_later', 'try-again'],
    ['account_closed', 'bank-account-closed'],
    ['no_account', 'bank-account-wrong'],
    ['debit_not_authorized', 'no-authorization'],
    ['bank_cannot_process', 'bank-returned'],
  ])('for %s is %s [REQ-D-435]', (code, reason) => {
    expect(declineReasonOf(code)).toBe(reason)
  })

  it('is that of the first code that is known, and a plain decline when none is [REQ-D-435]', () => {
    expect(declineReasonOf(null, undefined, 'card_declined', 'expired_card', 'incorrect_cvc')).toBe('expired-card')
    for (const code of ['card_declined', 'something_new', '', 'toString', null])
      expect(declineReasonOf(code)).toBe('declined')
    expect(declineReasonOf()).toBe('declined')
  })
})

describe('the code of Nacha for a failed debit', () => {
  it.each([
    ['insufficient_funds', 'R01'],
    ['account_closed', 'R02'],
    ['no_account', 'R03'],
    ['invalid_account_number', 'R04'],
    ['debit_not_authorized', 'R10'],
    ['account_frozen', 'R16'],
    ['could_not_process', 'R17'],
    [null, 'R17'],
  ])('for %s is %s', (code, returnCode) => {
    expect(returnCodeOf(code)).toBe(returnCode)
  })
})
