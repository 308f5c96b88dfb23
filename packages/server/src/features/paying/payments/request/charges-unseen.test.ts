import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check'
import { expect, it } from 'vitest'
import { Refused } from '../../../../platform/errors.ts'
import { payingSettings } from '../../../../testing/quick-payer.ts'
import { usePortalWithSandbox } from '../../../../testing/sandbox-in-test.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import type { FeeTerms } from '../payment.ts'
import { chargeStoredMethod, type StoredMethodCharge } from '../public.ts'

const running = usePortalWithSandbox({ settings: payingSettings })
const { portal } = running
const accountNumbers = ['100100101', '100100102'] as const

const flat = (fee: number) => ({ kind: 'flat', value: (fee / 100).toFixed(2), count: 1 }) as const
const termsOf = (fee: number): FeeTerms => ({ cardFee: flat(fee), echeckFee: flat(0) })

/** Sets the balance of an account, with nothing paid on it since. */
const owe = async (accountNumber: string, balance: number) => {
  await portal.db.deleteFrom('pay.unacknowledged_credit').where('account_number', '=', accountNumber).execute()
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(balance), over_pay_amount: cents(50_000) })
    .where('account_number', '=', accountNumber)
    .execute()
}

/** Makes a charge. @returns the amount taken on each account and the fee, in whole cents, or the codes of its refusal. */
async function take(charge: StoredMethodCharge) {
  try {
    const { transNo } = await chargeStoredMethod(portal.deps, charge)
    const ofCharge = portal.db.selectFrom('pay.payment').where('trans_no', '=', transNo)
    const { state, convenience_fee } = await ofCharge.select(['state', 'convenience_fee']).executeTakeFirstOrThrow()
    const items = await portal.db.selectFrom('pay.payment_item').selectAll().where('trans_no', '=', transNo).execute()
    const amounts = Object.fromEntries(items.map(({ account_number, amount }) => [account_number, amount]))
    return { state, fee: convenience_fee, amounts }
  } catch (error) {
    if (error instanceof Refused) return error.refusals.map(({ code }) => code)
    throw error
  }
}

const someCharge = record({
  agreed: record({ first: integer({ min: 1, max: 30_000 }), second: integer({ min: 1, max: 30_000 }) }),
  agreedFee: integer({ min: 0, max: 500 }),
  feeNow: integer({ min: 0, max: 500 }),
  reason: constantFrom('autopay', 'scheduled', 'draft'),
})
const someMember = record({
  allowOverPay: boolean(),
  owed: record({ first: integer({ min: -5_000, max: 40_000 }), second: integer({ min: -5_000, max: 40_000 }) }),
  charges: array(someCharge, { minLength: 1, maxLength: 3 }),
})

it('no charge made in a member’s absence takes more than is owed then, or a fee above the announced one [REL-33]', async () => {
  for (const accountNumber of accountNumbers) await seedAccount(portal.db, anAccount(accountNumber))
  const methodId = await running.storeCard('10001')
  let count = 0
  await assert(
    asyncProperty(someMember, async ({ allowOverPay, owed, charges }) => {
      const left = [owed.first, owed.second]
      for (const [index, accountNumber] of accountNumbers.entries()) await owe(accountNumber, left[index] ?? 0)
      for (const { agreed, agreedFee, feeNow, reason } of charges) {
        portal.set({ allowOverPay, cardConvenienceFee: flat(feeNow) })
        const wanted = accountNumbers.map((accountNumber, index) => {
          const amountCents = index === 0 ? agreed.first : agreed.second
          return { accountNumber, amountCents, most: Math.max(0, Math.min(amountCents, left[index] ?? 0)) }
        })
        const due = wanted.filter(({ most }) => most > 0)
        count += 1
        const taken = await take({
          memberNumber: '10001',
          methodId,
          items: wanted.map(({ accountNumber, amountCents }) => ({ accountNumber, amountCents: cents(amountCents) })),
          idempotencyKey: `charge-${count}`,
          reason,
          agreedFees: termsOf(agreedFee),
          language: 'en',
        })
        const amounts = Object.fromEntries(due.map(({ accountNumber, most }) => [accountNumber, most]))
        const fee = Math.min(agreedFee, feeNow)
        expect(taken).toEqual(due.length === 0 ? ['nothing-owed'] : { state: 'confirmed', fee, amounts })
        for (const [index, { most }] of wanted.entries()) left[index] = (left[index] ?? 0) - most
      }
    }),
    { numRuns: 30 },
  )
})
