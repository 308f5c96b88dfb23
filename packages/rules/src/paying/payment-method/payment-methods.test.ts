import { describe, expect, test } from 'vitest'
import { cents } from '../../kernel/money.ts'
import {
  acceptedCardTypes,
  fixMethod,
  offeredBy,
  type MethodEligibility,
  type MethodSettings,
  paymentMethods,
} from './payment-methods.ts'

const eligible: MethodEligibility = { isCcEligible: true, isEcheckEligible: true, noMoreChecks: false }
const open: MethodSettings = {
  utilityAllowCreditCard: true,
  utilityAllowEcheck: true,
  echeckProcessAsDraft: false,
  enforceNoMoreEchecks: false,
  allowVisa: true,
  allowMaster: true,
  allowAmex: true,
  allowDiscover: true,
}

describe('payment methods', () => {
  test('cards are closed and eCheck is forced with all four card brands off', () => {
    const noBrand = { ...open, allowVisa: false, allowMaster: false, allowAmex: false, allowDiscover: false }
    expect(paymentMethods(eligible, noBrand)).toEqual({
      card: false,
      echeck: true,
      restriction: 'card',
      forced: 'echeck',
    })
    for (const brand of ['allowVisa', 'allowMaster', 'allowAmex', 'allowDiscover'])
      expect([brand, paymentMethods(eligible, { ...noBrand, [brand]: true }).card]).toEqual([brand, true])
  })

  test('both methods are open and none is forced without restrictions', () => {
    expect(paymentMethods(eligible, open)).toEqual({ card: true, echeck: true, restriction: 'none', forced: null })
  })

  test('when only the card is restricted, eCheck is forced [PM-01]', () => {
    const forced = { card: false, echeck: true, restriction: 'card', forced: 'echeck' }
    expect(paymentMethods({ ...eligible, isCcEligible: false }, open)).toEqual(forced)
    expect(paymentMethods(eligible, { ...open, utilityAllowCreditCard: false })).toEqual(forced)
  })

  test('when only eCheck is restricted, the card is forced', () => {
    expect(paymentMethods({ ...eligible, isEcheckEligible: false }, open)).toEqual({
      card: true,
      echeck: false,
      restriction: 'echeck',
      forced: 'cc',
    })
  })

  test('eCheck is disabled when it is processed as draft [PM-04]', () => {
    expect(paymentMethods(eligible, { ...open, echeckProcessAsDraft: true }).echeck).toBe(false)
  })

  test('eCheck is disabled when the account is not eligible [PM-05]', () => {
    expect(paymentMethods({ ...eligible, isEcheckEligible: false }, open).echeck).toBe(false)
  })

  test('eCheck is disabled when the utility does not allow it [PM-06]', () => {
    expect(paymentMethods(eligible, { ...open, utilityAllowEcheck: false }).echeck).toBe(false)
  })

  test('eCheck is disabled when no-more-checks and enforcement both hold, and not by one of them alone [PM-07]', () => {
    const noMore = { ...eligible, noMoreChecks: true }
    const enforced = { ...open, enforceNoMoreEchecks: true }
    expect(paymentMethods(noMore, enforced).echeck).toBe(false)
    expect(paymentMethods(noMore, open).echeck).toBe(true)
    expect(paymentMethods(eligible, enforced).echeck).toBe(true)
  })

  test('eCheck is enabled only when every condition is true, over all 32 cases [PM-08]', () => {
    const enabled: string[] = []
    for (let bits = 0; bits < 32; bits += 1) {
      const [asDraft, isEligible, allowed, noMore, enforce] = [1, 2, 4, 8, 16].map((bit) => (bits & bit) !== 0)
      const methods = paymentMethods(
        { ...eligible, isEcheckEligible: isEligible === true, noMoreChecks: noMore === true },
        {
          ...open,
          echeckProcessAsDraft: asDraft === true,
          utilityAllowEcheck: allowed === true,
          enforceNoMoreEchecks: enforce === true,
        },
      )
      if (methods.echeck) enabled.push(`noMore=${noMore} enforce=${enforce} draft=${asDraft} ${isEligible} ${allowed}`)
    }
    expect(enabled).toEqual([
      'noMore=false enforce=false draft=false true true',
      'noMore=true enforce=false draft=false true true',
      'noMore=false enforce=true draft=false true true',
    ])
  })
})

describe('card types', () => {
  test('VI stands for Visa, MC for Master, AX for Amex, DI for Discover [PH-23]', () => {
    const none = { allowVisa: false, allowMaster: false, allowAmex: false, allowDiscover: false }
    expect(acceptedCardTypes({ ...none, allowVisa: true })).toEqual(['VI'])
    expect(acceptedCardTypes({ ...none, allowMaster: true })).toEqual(['MC'])
    expect(acceptedCardTypes({ ...none, allowAmex: true })).toEqual(['AX'])
    expect(acceptedCardTypes({ ...none, allowDiscover: true })).toEqual(['DI'])
    expect(acceptedCardTypes(none)).toEqual([])
  })

  test('the four brands are in the order VI, MC, AX, DI [PH-23]', () => {
    expect(acceptedCardTypes(open)).toEqual(['VI', 'MC', 'AX', 'DI'])
  })
})

describe('what stays open at the provider', () => {
  const both = { card: true, echeck: true }
  const differing = { cc: cents(295), echeck: cents(50) }

  test('is the chosen method alone where the fees differ [REQ-D-406]', () => {
    expect(fixMethod(both, 'cc', differing)).toEqual({ card: true, echeck: false })
    expect(fixMethod(both, 'echeck', differing)).toEqual({ card: false, echeck: true })
    expect(fixMethod({ card: false, echeck: true }, 'echeck', differing)).toEqual({ card: false, echeck: true })
  })

  test('is every open method where the fees are equal, or where no fee was shown [REQ-D-406]', () => {
    expect(fixMethod(both, 'cc', { cc: cents(50), echeck: cents(50) })).toEqual(both)
    expect(fixMethod(both, undefined, differing)).toEqual(both)
  })

  test('is no method that the provider does not take [REQ-D-404]', () => {
    const methodsFor = (taken: Parameters<typeof offeredBy>[0]) => {
      const { card, echeck } = paymentMethods(eligible, offeredBy(taken, open))
      return [card, echeck]
    }
    expect(methodsFor(['cc', 'echeck'])).toEqual([true, true])
    expect(methodsFor(['cc'])).toEqual([true, false])
    expect(methodsFor(['echeck'])).toEqual([false, true])
    expect(methodsFor([])).toEqual([false, false])
  })
})
