import { expect } from 'vitest'
import type { Feature } from '../adapter-under-test.ts'
import { History } from '../history.ts'
import { casesFrom } from '../kit-case.ts'
import type { World } from '../world.ts'

type Movement = (world: World, transNo: string) => Promise<void>

const refundPart: Movement = async ({ other }, transNo) => other.vendor.refund(transNo, 1_000)
const dispute: Movement = async ({ other }, transNo) => other.vendor.dispute(transNo)
const endDispute =
  (result: 'won' | 'lost'): Movement =>
  async ({ other }, transNo) =>
    other.vendor.closeDispute(transNo, result)
const returned: Movement = async ({ portal, other }, transNo) => {
  portal.clock.advance(4 * 86_400)
  await other.vendor.endDebit(transNo)
}

/** Something that may happen to a payment after its charge. */
interface Life {
  readonly what: string
  readonly moves: readonly Movement[]
  /** The types of the events that it adds. */
  readonly adds: readonly `payment.${'refunded' | 'reinstated' | 'returned'}`[]
  readonly needs?: readonly Feature[]
}

const refunded: Life = {
  what: 'its refund',
  moves: [async ({ other }, transNo) => other.vendor.refund(transNo)],
  adds: ['payment.refunded'],
}
const lives: readonly Life[] = [
  refunded,
  {
    what: 'the refunds of two parts',
    moves: [refundPart, refundPart],
    adds: ['payment.refunded', 'payment.refunded'],
    needs: ['vendor-parts'],
  },
  {
    what: 'a refund that fails',
    moves: [...refunded.moves, async ({ other }, transNo) => other.vendor.failRefund(transNo)],
    adds: ['payment.refunded', 'payment.reinstated'],
    needs: ['failed-refunds'],
  },
  {
    what: 'a dispute that is won',
    moves: [dispute, endDispute('won')],
    adds: ['payment.returned', 'payment.reinstated'],
    needs: ['disputes'],
  },
  {
    what: 'a dispute that is lost',
    moves: [dispute, endDispute('lost')],
    adds: ['payment.returned'],
    needs: ['disputes'],
  },
  { what: 'its return', moves: [returned], adds: ['payment.returned'], needs: ['bank', 'late-returns'] },
]

/** Reads a payment before and after each movement, and again later. @returns the least number of sums that were stated at once. */
async function readAll(world: World, { moves, adds }: Life): Promise<number> {
  const { payment } = await world.pay(10_000, moves.includes(returned) ? 'closed-bank' : 'card')
  const history = new History(world, payment.transNo)
  const stated: number[] = []
  for (const move of [null, ...moves]) {
    if (move !== null) await move(world, payment.transNo)
    stated.push(await history.read())
    // What the provider dates stays as it is, however late it is read.
    world.portal.clock.advance(90)
    stated.push(await history.read())
    await world.deliver()
  }
  history.expectEvents(['payment.succeeded', ...adds])
  await world.learn()
  await world.finish()
  return Math.min(...stated)
}

/** A payment as the provider reports it, and as the portal then has it. */
export const truthCases = casesFrom(70, [
  [
    'a card payment keeps its last four digits, its brand and its confirmation number',
    async (world) => {
      const transNo = await world.paid()
      expect(await world.books(transNo)).toMatchObject({
        state: 'confirmed',
        paymentType: 'cc',
        cardType: 'VI',
        lastFour: expect.stringMatching(/^\d{4}$/u),
        confirmationNumber: expect.stringMatching(/^.+$/u),
      })
      await world.finish()
    },
  ],
  [
    'a payment from a bank account is confirmed when the provider has accepted it',
    async (world) => {
      const transNo = await world.paid(10_000, 'bank')
      expect(await world.books(transNo)).toMatchObject({ state: 'confirmed', paymentType: 'echeck' })
      await world.finish()
    },
    'bank',
  ],
  [
    'a declined card moves no money, and another card on the same page pays once',
    async (world) => {
      const payment = await world.open()
      await world.other.pay(payment.target, 'declined-card')
      await world.deliver()
      expect((await world.books(payment.transNo)).received).toBe(0)
      await world.other.pay(payment.target, 'card')
      await world.deliver()
      expect([await world.state(payment.transNo), await world.other.charges(payment.transNo)]).toEqual(['confirmed', 1])
      await world.finish()
    },
  ],
  [
    'a payment that nobody pays ends, and no money moves',
    async (world) => {
      const { transNo } = await world.open()
      world.portal.clock.advance(36 * 3_600)
      await world.portal.sweep()
      expect(['expired', 'canceled']).toContain(await world.state(transNo))
      await world.finish()
    },
  ],
  [
    'a page that the portal treats as over is paid no more, or its money is booked',
    async (world) => {
      const payment = await world.open()
      world.portal.clock.advance(36 * 3_600)
      await world.portal.sweep()
      await world.other.pay(payment.target, 'card').catch(() => null)
      await world.deliver()
      await world.portal.reconcile()
      const charges = await world.other.charges(payment.transNo)
      expect([charges, (await world.books(payment.transNo)).bookings]).toEqual([charges, charges])
      await world.finish()
    },
  ],
  [
    'a page that has ended cannot be paid',
    async (world) => {
      const payment = await world.open()
      await world.portal.end(payment.transNo)
      expect(await world.other.pay(payment.target, 'card').catch(() => null)).toBeNull()
      expect(await world.other.charges(payment.transNo)).toBe(0)
      await world.deliver()
      await world.finish()
    },
    'ended-pages',
  ],
  [
    'a page that was paid while the portal ended it is booked',
    async (world) => {
      const { payment } = await world.pay()
      await world.portal.end(payment.transNo)
      await world.portal.sweep()
      expect([await world.state(payment.transNo), await world.other.charges(payment.transNo)]).toEqual(['confirmed', 1])
      await world.finish()
    },
    'ended-pages',
  ],
  [
    'a page of an older request that is paid after a newer one is a payment of its own',
    async (world) => {
      const older = await world.open(5_000)
      const newer = await world.paid(6_000)
      await world.other.pay(older.target, 'card')
      await world.deliver()
      expect([await world.state(older.transNo), await world.state(newer)]).toEqual(['confirmed', 'confirmed'])
      await world.finish()
    },
  ],
  [
    'a page that was paid cannot be paid again',
    async (world) => {
      const { payment } = await world.pay()
      await world.other.pay(payment.target, 'card').catch(() => null)
      await world.deliver()
      expect([await world.other.charges(payment.transNo), (await world.books(payment.transNo)).bookings]).toEqual([
        1, 1,
      ])
      await world.finish()
    },
  ],
  [
    'a bank that returns a payment four days later takes the credit back',
    async (world) => {
      const transNo = await world.paid(10_000, 'closed-bank')
      world.portal.clock.advance(4 * 86_400)
      await world.other.vendor.endDebit(transNo)
      await world.learn()
      expect(await world.books(transNo)).toMatchObject({ state: 'returned', received: 0, credited: 0 })
      await world.finish()
    },
    'bank',
    'late-returns',
  ],
  [
    'a return that nobody reported is found by the reconciliation',
    async (world) => {
      const transNo = await world.paid(10_000, 'closed-bank')
      world.portal.clock.advance(4 * 86_400)
      await world.other.vendor.endDebit(transNo)
      const waiting = await world.waiting()
      world.portal.clock.advance(3_600)
      await world.portal.reconcile()
      expect(await world.state(transNo)).toBe('returned')
      for (const one of waiting) expect(await world.send(one)).toBe(200)
      await world.finish()
    },
    'bank',
    'late-returns',
  ],
  [
    'a debit that its bank pays days later changes nothing that was booked',
    async (world) => {
      const transNo = await world.paid(10_000, 'bank')
      world.portal.clock.advance(4 * 86_400)
      await world.other.vendor.endDebit(transNo)
      await world.learn()
      expect(await world.books(transNo)).toMatchObject({ state: 'confirmed', bookings: 1 })
      await world.finish()
    },
    'bank',
    'late-returns',
  ],
  [
    'the newest event and the standing state the sum that the provider holds, before and after a refund',
    async (world) => {
      expect(await readAll(world, refunded)).toBeGreaterThan(1)
    },
    'stated-sums',
  ],
  ...lives.map(
    (life) =>
      [
        `a charge and ${life.what} have one id and one time each, in news, look-ups and reports of every moment`,
        async (world: World) => void (await readAll(world, life)),
        ...(life.needs ?? []),
      ] as const,
  ),
])
