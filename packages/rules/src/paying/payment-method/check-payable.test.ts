import { describe, expect, test } from 'vitest'
import { cents } from '../../kernel/money.ts'
import {
  notPayableMessage,
  notPayableTogetherMessage,
  paymentMethodName,
  restrictionTooltip,
} from './payment-method.messages.ts'
import { checkPayable, checkPayableTogether, type PaymentMethods } from './payment-methods.ts'

const current = { isPrepaid: false, cutoffAmount: cents(0) }
const inCutoff = { isPrepaid: false, cutoffAmount: cents(1) }
const takesCutoff = { payOnlinePayCutoffAccount: true }
const refusesCutoff = { payOnlinePayCutoffAccount: false }
const both: PaymentMethods = { card: true, echeck: true, restriction: 'none', forced: null }
const neither: PaymentMethods = { card: false, echeck: false, restriction: 'both', forced: null }
const onlyEcheck: PaymentMethods = { card: false, echeck: true, restriction: 'card', forced: 'echeck' }
const onlyCard: PaymentMethods = { card: true, echeck: false, restriction: 'echeck', forced: 'cc' }

describe('whether an account may be paid', () => {
  test('an account in cutoff is blocked when the cooperative takes no online payment for it [PM-09]', () => {
    expect(checkPayable(inCutoff, refusesCutoff, both, 'cc')).toEqual([{ code: 'cutoff-not-payable' }])
    expect(checkPayable(inCutoff, takesCutoff, both, 'cc')).toEqual([])
  })

  test('an account that is not in cutoff, and a prepaid one, are not blocked by that setting [PM-09]', () => {
    expect(checkPayable(current, refusesCutoff, both, 'cc')).toEqual([])
    expect(checkPayable({ ...inCutoff, isPrepaid: true }, refusesCutoff, both, 'cc')).toEqual([])
  })

  test('payment is blocked with both methods restricted, whichever is chosen [PM-02]', () => {
    expect(checkPayable(current, takesCutoff, neither, 'cc')).toEqual([{ code: 'both-methods-restricted' }])
    expect(checkPayable(current, takesCutoff, neither, 'echeck')).toEqual([{ code: 'both-methods-restricted' }])
  })

  test('a restricted card is refused and the eCheck that is left is accepted [PM-01]', () => {
    expect(checkPayable(current, takesCutoff, onlyEcheck, 'echeck')).toEqual([])
    expect(checkPayable(current, takesCutoff, onlyEcheck, 'cc')).toEqual([
      { code: 'method-restricted', field: 'paymentType', method: 'cc' },
    ])
  })

  test('a restricted eCheck is refused and the card that is left is accepted', () => {
    expect(checkPayable(current, takesCutoff, onlyCard, 'cc')).toEqual([])
    expect(checkPayable(current, takesCutoff, onlyCard, 'echeck')).toMatchObject([{ method: 'echeck' }])
  })

  test('an account in cutoff with both methods restricted has both problems, the cutoff first', () => {
    expect(checkPayable(inCutoff, refusesCutoff, neither, 'cc')).toEqual([
      { code: 'cutoff-not-payable' },
      { code: 'both-methods-restricted' },
    ])
  })
})

describe('the sentences', () => {
  test('both methods restricted has the documented sentence [PM-03]', () => {
    expect(notPayableMessage({ code: 'both-methods-restricted' }, '', 'en')).toBe(
      'Both Echeck and Credit card payment methods are restricted for this account. Please contact customer support.',
    )
  })

  test("a blocked cutoff account shows the cooperative's own message, unchanged, in either language [PM-10]", () => {
    const own = 'Call 715-555-0100 to restore service.'
    expect(notPayableMessage({ code: 'cutoff-not-payable' }, own, 'en')).toBe(own)
    expect(notPayableMessage({ code: 'cutoff-not-payable' }, own, 'es')).toBe(own)
  })

  test('a general sentence replaces an empty cutoff message', () => {
    expect(notPayableMessage({ code: 'cutoff-not-payable' }, '  ', 'en')).toMatch(/cannot pay this account online/)
    expect(notPayableMessage({ code: 'cutoff-not-payable' }, '', 'es')).toMatch(/No puede pagar esta cuenta en línea/)
  })

  test('a restricted method is named together with the one that is left', () => {
    const refused = (method: 'cc' | 'echeck', language: 'en' | 'es') =>
      notPayableMessage({ code: 'method-restricted', field: 'paymentType', method }, '', language)
    expect(refused('cc', 'en')).toBe('You cannot pay this account by card. Choose eCheck.')
    expect(refused('echeck', 'en')).toBe('You cannot pay this account by eCheck. Choose a card.')
    expect(refused('cc', 'es')).toMatch(/tarjeta.*Elija cheque electrónico/)
    expect(refused('echeck', 'es')).toMatch(/cheque electrónico.*Elija una tarjeta/)
  })

  test('the tooltip when both are restricted [PM-11]', () => {
    expect(restrictionTooltip('both', 'en')).toBe('ECheck & Credit Card Payment Restricted.')
  })

  test('the tooltip when only the card is restricted [PM-12]', () => {
    expect(restrictionTooltip('card', 'en')).toBe('Credit Card Payment Restricted.')
  })

  test('the tooltip when only eCheck is restricted [PM-13]', () => {
    expect(restrictionTooltip('echeck', 'en')).toBe('ECheck Payment Restricted.')
  })

  test('there is no tooltip when nothing is restricted, and each has a Spanish text', () => {
    expect(restrictionTooltip('none', 'en')).toBeNull()
    const spanish = (['both', 'card', 'echeck'] as const).map((restriction) => restrictionTooltip(restriction, 'es'))
    expect(new Set(spanish).size).toBe(3)
    for (const text of spanish) expect(text).toMatch(/^Pago con .*restringido\.$/)
  })

  test('the methods have names in both languages', () => {
    expect([paymentMethodName('cc', 'en'), paymentMethodName('echeck', 'en')]).toEqual([
      'Credit or debit card',
      'eCheck',
    ])
    expect([paymentMethodName('cc', 'es'), paymentMethodName('echeck', 'es')]).toEqual([
      'Tarjeta de crédito o débito',
      'Cheque electrónico',
    ])
  })
})

describe('whether accounts may be paid together', () => {
  test('a method is open when every account takes it', () => {
    expect(checkPayableTogether([both, onlyEcheck], 'echeck')).toBeNull()
    expect(checkPayableTogether([both, both], 'cc')).toBeNull()
    expect(checkPayableTogether([both, onlyEcheck], 'cc')).toEqual({
      code: 'method-not-shared',
      field: 'paymentType',
      method: 'cc',
    })
    expect(checkPayableTogether([onlyCard, both], 'echeck')).toMatchObject({ method: 'echeck' })
  })

  test('accounts without a common method need two payments', () => {
    const problem = checkPayableTogether([onlyCard, onlyEcheck], 'cc')
    expect(problem).toEqual({ code: 'no-shared-method', field: 'paymentType' })
    expect(problem && notPayableTogetherMessage(problem, 'en')).toBe(
      'Some of these accounts take only cards and others only eChecks. Pay them in two payments.',
    )
  })
})
