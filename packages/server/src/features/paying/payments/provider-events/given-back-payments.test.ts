import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type EventFields,
  type PostbackFields,
  sendPostback,
  tell,
  useProviderDouble,
} from '../../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { reconcile } from '../reconcile/reconcile.job.ts'
import { runPaymentsCommand } from '../payments.command.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({ env: { PROVIDER_URL: provider.url } }))
let form: Requisition
let transNo: string
let sent: EventFields[]
beforeEach(async () => {
  sent = []
  portal.set(payingSettings)
  await seedAccount(portal.db)
  form = await pay(portal, await verified(portal), 10_000)
  transNo = form.paymentRequisitionSettings.transNo
})

/** Sends a postback about an event at that minute. */
const send = async (type: PostbackFields['type'], minute: number, over: Partial<EventFields> = {}) => {
  const event = tell(form, type, { occurredAt: `2026-11-20T14:${String(minute).padStart(2, '0')}:00Z`, ...over })
  sent.push(event)
  expect((await sendPostback(portal, event)).statusCode).toBe(200)
}
const decide = async (verb: 'accept' | 'reject', ...more: string[]) =>
  runPaymentsCommand(portal.deps, [verb, transNo, '--by', 'Dana', '--reason', 'The fee differs', ...more])
const state = async () =>
  (await portal.db.selectFrom('pay.payment').select('state').where('trans_no', '=', transNo).executeTakeFirstOrThrow())
    .state
const bookings = async () =>
  (await portal.db.selectFrom('pay.booking').select('kind').orderBy('id').execute()).map(({ kind }) => kind)
const openAlarms = async () =>
  (await portal.db.selectFrom('pay.alarm').select('kind').where('settled_at', 'is', null).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const balance = async () => (await verified(portal)).verification.account.accountBalance

const owed = 14_237
/** The provider took one cent more as its fee, and passed less on. */
const differing = { convenienceFee: 296, totalAmount: 10_295 }

describe('a payment that was charged twice', () => {
  beforeEach(async () => {
    await send('payment.succeeded', 1)
    await send('payment.succeeded', 2, { eventId: 'evt_second', confirmationNumber: 'SB99999999' })
  })

  for (const type of ['payment.refunded', 'payment.returned', 'payment.declined'] as const)
    it(`keeps its credit when the second charge is given back: ${type}, delivered three times`, async () => {
      for (const eventId of ['evt_back', 'evt_back', 'evt_back_again'])
        await send(type, 5, { confirmationNumber: 'SB99999999', eventId })
      expect([await state(), await bookings(), await balance()]).toEqual(['confirmed', ['payment'], owed - 10_000])
      // A second id of the same refund changes nothing, but raises an alarm.
      expect(await openAlarms()).toEqual(['double-charge', 'repeat-after-reversal'])
    })

  it('loses its credit once both charges are given back, also in the same second', async () => {
    await send('payment.refunded', 5, { eventId: 'evt_back_1', confirmationNumber: 'SB99999999' })
    await send('payment.refunded', 5, { eventId: 'evt_back_2' })
    expect([await state(), await bookings(), await balance()]).toEqual(['refunded', ['payment', 'refund'], owed])
  })

  it('loses its credit once both charges are given back, whether as refunds or as a late decline', async () => {
    await send('payment.refunded', 5, { eventId: 'evt_back_1' })
    await send('payment.declined', 6, { eventId: 'evt_back_2' })
    expect([await state(), await bookings(), await balance()]).toEqual(['returned', ['payment', 'return'], owed])
  })
})

describe('a payment that was charged twice, in any order of reports', () => {
  const charges = {
    A: { confirmationNumber: 'SB-A', lastFour: '1111' },
    B: { confirmationNumber: 'SB-B', lastFour: '2222' },
  }
  /** Sends the charges A and B, the refund R of one of them and the refund S of A. */
  const deliver = async (order: string, refunded: 'A' | 'B') => {
    for (const one of order) {
      if (one === 'A') await send('payment.succeeded', 1, { eventId: 'evt_a', ...charges.A })
      if (one === 'B') await send('payment.succeeded', 2, { eventId: 'evt_b', ...charges.B })
      if (one === 'R') await send('payment.refunded', 9, charges[refunded])
      if (one === 'S') await send('payment.refunded', 10, { eventId: 'evt_back_a', ...charges.A })
    }
    provider.events.set(transNo, [...sent])
  }
  const different = async () => (await reconcile(portal.deps)).different

  for (const [refunded, order] of [
    ['B', 'ABR'],
    ['B', 'ARB'],
    ['B', 'BAR'],
    ['A', 'ABR'],
    ['A', 'BAR'],
    ['A', 'BRA'],
  ] as const)
    it(`keeps its credit when charge ${refunded} is refunded and the events arrive as ${order}`, async () => {
      await deliver(order, refunded)
      expect([await state(), await bookings(), await balance()]).toEqual(['confirmed', ['payment'], owed - 10_000])
      expect([...new Set(await openAlarms())]).toEqual(['double-charge'])
      expect(await different()).toBe(0)
    })

  for (const [refunded, order] of [
    ['B', 'BRA'],
    ['B', 'RAB'],
    ['B', 'RBA'],
    ['A', 'ARB'],
    ['A', 'RAB'],
    ['A', 'RBA'],
  ] as const)
    it(`credits the charge that remains again when charge ${refunded} is refunded and the events arrive as ${order} [REL-07]`, async () => {
      await deliver(order, refunded)
      expect([await state(), await bookings(), await balance()]).toEqual([
        'confirmed',
        ['payment', 'refund', 'reinstatement'],
        owed - 10_000,
      ])
      expect([...new Set(await openAlarms())]).toEqual(['double-charge'])
      expect(await different()).toBe(0)
    })

  it('raises an alarm when a refund names a charge that the provider never reports', async () => {
    await deliver('AR', 'B')
    expect([await state(), await openAlarms()]).toEqual(['confirmed', ['double-charge']])
  })

  for (const order of ['ABRS', 'ARBS', 'ARSB', 'ASRB', 'BASR'])
    it(`loses its credit and leaves no charge when both are refunded and the events arrive as ${order}`, async () => {
      await deliver(order, 'B')
      expect([await state(), (await bookings()).at(-1), await balance()]).toEqual([
        'refunded',
        expect.stringMatching(/^refund/u),
        owed,
      ])
      expect(new Set(await openAlarms())).toEqual(new Set(['double-charge']))
      expect(await different()).toBe(0)
    })
})

describe('a payment whose money went back while it was under review', () => {
  beforeEach(async () => send('payment.succeeded', 1, differing))

  it('a payment whose money went back while it was under review is booked and reversed when it is accepted', async () => {
    await send('payment.refunded', 5, differing)
    expect((await decide('accept')).output).toBe(`Payment ${transNo} is refunded.`)
    expect([await state(), await bookings(), await balance()]).toEqual(['refunded', ['payment', 'refund'], owed])
    expect(await openAlarms()).toEqual([])
  })

  it('a payment whose money went back while it was under review is booked and reversed also when the provider called the return a decline', async () => {
    await send('payment.declined', 5)
    await decide('accept')
    expect([await state(), await bookings(), await balance()]).toEqual(['returned', ['payment', 'return'], owed])
  })

  it('keeps its alarm open when accepted figures and the sum given back differ', async () => {
    await send('payment.refunded', 5, { totalAmount: 5_000 })
    await decide('accept')
    expect([await state(), await bookings(), await openAlarms()]).toEqual([
      'confirmed',
      ['payment'],
      ['quarantined', 'quarantined'],
    ])
  })

  it('waits for staff when a part goes back that has the requested figures', async () => {
    await send('payment.refunded', 5)
    expect([await state(), await bookings(), await openAlarms()]).toEqual([
      'under-review',
      [],
      ['quarantined', 'quarantined'],
    ])
    expect((await decide('accept')).output).toBe(`Payment ${transNo} is confirmed.`)
    expect([await bookings(), await balance()]).toEqual([['payment'], owed - 9_999])
    expect(await openAlarms()).toEqual(['quarantined', 'quarantined'])
  })

  it('stays rejected when staff then give the money back, and when the provider repeats itself', async () => {
    await decide('reject')
    await send('payment.refunded', 5, differing)
    await send('payment.succeeded', 1, { ...differing, eventId: 'evt_repeat' })
    expect([await state(), await bookings(), await openAlarms()]).toEqual(['rejected', [], []])
  })
})
