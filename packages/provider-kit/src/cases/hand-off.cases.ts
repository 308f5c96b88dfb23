import { expect } from 'vitest'
import { casesFrom } from '../kit-case.ts'
import type { World } from '../world.ts'

/** From the request to the provider's page and back. */
export const handOffCases = casesFrom(1, [
  [
    'a payment is paid on the page, and the way back leads to the portal with a pointer that it can read',
    async (world) => {
      const { payment, back } = await world.pay()
      await world.deliver()
      expect(await payment.statusAt(back ?? '')).toMatchObject({ outcome: 'confirmed', transNo: payment.transNo })
      await world.finish()
    },
  ],
  [
    'the fee that the portal told is the fee that the provider charges, by card and from a bank account',
    async (world) => {
      for (const instrument of ['card', 'bank'] as const) {
        if (instrument === 'bank' && world.other.lacks.bank !== undefined) continue
        const { payment } = await world.pay(14_237, instrument)
        expect(payment.feeTold).toBe(instrument === 'card' ? 420 : 50)
        expect(await world.other.held(payment.transNo)).toBe(14_237 + payment.feeTold)
      }
      await world.finish()
    },
  ],
  [
    'a request that is repeated with its key leads to one page, which is paid once',
    async (world) => {
      const first = await world.open(10_000, 'card', 'kit-key-0001')
      const second = await world.open(10_000, 'card', 'kit-key-0001')
      expect(second.transNo).toBe(first.transNo)
      await world.other.pay(first.target, 'card')
      await world.other.pay(second.target, 'card').catch(() => null)
      expect(await world.other.charges(first.transNo)).toBe(1)
      await world.finish()
    },
  ],
  [
    'two requests with one key at the same moment make one payment',
    async (world) => {
      const payments = await Promise.all([1, 2, 3].map(async () => world.open(10_000, 'card', 'kit-key-0001')))
      expect(new Set(payments.map(({ transNo }) => transNo)).size).toBe(1)
      for (const { target } of payments) await world.other.pay(target, 'card').catch(() => null)
      expect(await world.other.charges(payments[0]?.transNo ?? '')).toBe(1)
      await world.finish()
    },
  ],
  ...(['pay.after-insert', 'pay.after-start', 'pay.after-reference'] as const).map(
    (point) =>
      [
        `a portal that dies at ${point} charges nothing, and the same request continues the same payment`,
        async (world: World) => {
          const reached = await world.portal.whileFailingAt(point, async () =>
            world.portal.payAsGuest(10_000, { method: 'cc', key: 'kit-key-0001' }).catch(() => null),
          )
          expect(reached).toBe(1)
          const payment = await world.open(10_000, 'card', 'kit-key-0001')
          await world.other.pay(payment.target, 'card')
          await world.deliver()
          expect(await world.other.charges(payment.transNo)).toBe(1)
          expect(await world.portal.countPayments()).toBe(1)
          expect(await world.state(payment.transNo)).toBe('confirmed')
          await world.finish()
        },
      ] as const,
  ),
  ...(['lost-answer', 'down'] as const).map(
    (fault) =>
      [
        `a page that met the fault "${fault}" is made by a repeat, and paid once`,
        async (world: World) => {
          await world.other.setFault(fault)
          await world.portal.payAsGuest(10_000, { method: 'cc', key: 'kit-key-0001' }).catch(() => null)
          await world.other.setFault(null)
          const payment = await world.open(10_000, 'card', 'kit-key-0001')
          await world.other.pay(payment.target, 'card')
          expect(await world.other.charges(payment.transNo)).toBe(1)
          await world.finish()
        },
      ] as const,
  ),
  [
    'a payer who leaves the page is charged nothing, and may pay again with another request',
    async (world) => {
      const left = await world.open()
      await world.leave(left.target)
      await world.deliver()
      await world.portal.sweep()
      expect(await world.state(left.transNo)).not.toBe('confirmed')
      const paid = await world.paid(10_100)
      expect([await world.state(paid), await world.other.charges(left.transNo)]).toEqual(['confirmed', 0])
      await world.finish()
    },
  ],
  [
    'a payment of several accounts is charged in one sum and credited to each account',
    async (world) => {
      const payment = await world.portal.payAsMember([4_000, 6_000])
      world.follow(payment.transNo)
      await world.other.pay(payment.target, 'card')
      await world.deliver()
      expect((await world.books(payment.transNo)).accounts).toEqual([-4_000, -6_000])
      await world.finish()
    },
  ],
  [
    'names with quotation marks, angle brackets, accents and signs of other scripts reach the page and hurt nothing',
    async (world) => {
      world.portal.set({ utilityName: `O'Brien & <Söhne> "Ñandú" 李小龍 🙂`, coopName: '<script>alert(1)</script>' })
      expect(await world.state(await world.paid())).toBe('confirmed')
      await world.finish()
    },
  ],
  [
    'the method that was chosen is the only one of the page where the fees differ',
    async (world) => {
      const payment = await world.open(10_000, 'card')
      expect(await world.other.pay(payment.target, 'bank').catch(() => null)).toBeNull()
      expect(await world.other.charges(payment.transNo)).toBe(0)
      await world.finish()
    },
    'fixed-method',
    'bank',
  ],
  [
    'a payment by the link of a message is booked, and the provider gets no account number of it',
    async (world) => {
      const { transNo, target } = await world.portal.payByLink(10_000)
      world.follow(transNo)
      expect(JSON.stringify(target)).not.toContain('100100101')
      await world.other.pay(target, 'card')
      await world.deliver()
      expect(await world.state(transNo)).toBe('confirmed')
      await world.finish()
    },
  ],
])
