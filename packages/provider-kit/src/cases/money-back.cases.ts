import { expect } from 'vitest'
import { casesFrom } from '../kit-case.ts'

/** Refunds, disputes and returns. The total of a payment of $100.00 by card is $102.95. */
export const moneyBackCases = casesFrom(90, [
  [
    'a refund that staff order is made at the provider and booked once, in whatever way its news arrives',
    async (world) => {
      const transNo = await world.paid()
      expect(await world.portal.refund(transNo)).toBe(200)
      await world.deliver((news) => [...news, ...news])
      expect(await world.books(transNo)).toMatchObject({ state: 'refunded', received: 0 })
      expect(await world.other.held(transNo)).toBe(0)
      await world.finish()
    },
  ],
  [
    'a refund whose answer is lost is made once, and booked',
    async (world) => {
      const transNo = await world.paid()
      await world.other.setFault('lost-answer')
      await world.portal.refund(transNo)
      await world.other.setFault(null)
      world.portal.clock.advance(180)
      await world.portal.refund(transNo)
      await world.deliver()
      expect([await world.state(transNo), await world.other.held(transNo)]).toEqual(['refunded', 0])
      await world.finish()
    },
  ],
  [
    'a refund while the provider is down gives nothing back, and can be ordered again',
    async (world) => {
      const transNo = await world.paid()
      await world.other.setFault('down')
      await world.portal.refund(transNo)
      await world.other.setFault(null)
      expect(await world.other.held(transNo)).toBe(10_295)
      world.portal.clock.advance(180)
      await world.portal.refund(transNo)
      expect([await world.state(transNo), await world.other.held(transNo)]).toEqual(['refunded', 0])
      await world.finish()
    },
  ],
  [
    'two people who order one refund at the same moment give the money back once',
    async (world) => {
      const transNo = await world.paid()
      await Promise.all([world.portal.refund(transNo), world.portal.refund(transNo)])
      await world.deliver()
      expect([await world.state(transNo), await world.other.held(transNo)]).toEqual(['refunded', 0])
      await world.finish()
    },
  ],
  [
    'a refund that was made at the provider is booked when its news arrives',
    async (world) => {
      const transNo = await world.paid()
      await world.other.vendor.refund(transNo)
      await world.deliver()
      expect(await world.books(transNo)).toMatchObject({ state: 'refunded', received: 0, credited: 0 })
      await world.finish()
    },
  ],
  [
    'a refund at the provider that nobody reported, days after the charge, is found by the reconciliation',
    async (world) => {
      const transNo = await world.paid()
      world.portal.clock.advance(4 * 86_400)
      await world.other.vendor.refund(transNo)
      world.portal.clock.advance(3_600)
      await world.portal.reconcile()
      expect(await world.state(transNo)).toBe('refunded')
      await world.finish()
    },
  ],
  [
    'an order to refund a payment that was refunded at the provider gives nothing back twice',
    async (world) => {
      const transNo = await world.paid()
      await world.other.vendor.refund(transNo)
      await world.portal.refund(transNo)
      await world.deliver()
      expect([await world.state(transNo), await world.other.held(transNo)]).toEqual(['refunded', 0])
      await world.finish()
    },
  ],
  [
    'a part that staff refund is booked to the cent, and the payment stays confirmed',
    async (world) => {
      const transNo = await world.paid()
      expect(await world.portal.refund(transNo, 2_000)).toBe(200)
      await world.deliver()
      expect(await world.books(transNo)).toMatchObject({ state: 'confirmed', received: 8_295 })
      expect(await world.other.held(transNo)).toBe(8_295)
      await world.finish()
    },
    'refund-parts',
  ],
  [
    'parts that add up to the payment refund it',
    async (world) => {
      const transNo = await world.paid()
      for (const part of [2_000, 1, 8_294]) expect(await world.portal.refund(transNo, part)).toBe(200)
      await world.deliver()
      expect(await world.books(transNo)).toMatchObject({ state: 'refunded', received: 0, credited: 0 })
      await world.finish()
    },
    'refund-parts',
  ],
  [
    'a part of more than is left is refused, and gives nothing back',
    async (world) => {
      const transNo = await world.paid()
      expect(await world.portal.refund(transNo, 10_296)).toBeGreaterThanOrEqual(400)
      await world.portal.refund(transNo, 10_000)
      expect(await world.portal.refund(transNo, 296)).toBeGreaterThanOrEqual(400)
      expect(await world.other.held(transNo)).toBe(295)
      await world.finish()
    },
    'refund-parts',
  ],
  [
    'a part whose answer is lost is refunded once',
    async (world) => {
      const transNo = await world.paid()
      await world.other.setFault('lost-answer')
      await world.portal.refund(transNo, 2_000)
      await world.other.setFault(null)
      world.portal.clock.advance(180)
      await world.portal.refund(transNo, 2_000)
      await world.deliver()
      const held = await world.other.held(transNo)
      expect([held, (await world.books(transNo)).received]).toEqual([held, held])
      expect(held).toBe(8_295)
      await world.finish()
    },
    'refund-parts',
  ],
  [
    'two parts that were refunded at the provider are booked as two, in whatever order their news arrives',
    async (world) => {
      const transNo = await world.paid()
      await world.other.vendor.refund(transNo, 1_000)
      await world.other.vendor.refund(transNo, 1_000)
      await world.deliver((news) => news.toReversed())
      expect(await world.books(transNo)).toMatchObject({ state: 'confirmed', received: 8_295 })
      await world.finish()
    },
    'vendor-parts',
  ],
  [
    'a refund that fails later is taken back in the books',
    async (world) => {
      const transNo = await world.paid()
      await world.other.vendor.refund(transNo)
      await world.deliver()
      await world.other.vendor.failRefund(transNo)
      await world.deliver()
      expect(await world.books(transNo)).toMatchObject({ state: 'confirmed', received: 10_295 })
      await world.finish()
    },
    'failed-refunds',
  ],
  [
    'a dispute takes the credit back',
    async (world) => {
      const transNo = await world.paid()
      await world.other.vendor.dispute(transNo)
      await world.learn()
      expect(await world.books(transNo)).toMatchObject({ state: 'returned', received: 0, credited: 0 })
      await world.finish()
    },
    'disputes',
  ],
  [
    'a dispute that is lost stays taken back, once',
    async (world) => {
      const transNo = await world.paid()
      await world.other.vendor.dispute(transNo)
      await world.learn()
      await world.other.vendor.closeDispute(transNo, 'lost')
      await world.learn((news) => [...news, ...news])
      expect(await world.books(transNo)).toMatchObject({ state: 'returned', received: 0 })
      await world.finish()
    },
    'disputes',
  ],
  [
    'a dispute that is won gives the credit again',
    async (world) => {
      const transNo = await world.paid()
      await world.other.vendor.dispute(transNo)
      await world.learn()
      await world.other.vendor.closeDispute(transNo, 'won')
      await world.learn()
      expect(await world.books(transNo)).toMatchObject({ state: 'confirmed', received: 10_295 })
      await world.finish()
    },
    'disputes',
  ],
  [
    'a dispute that was opened and won before its news arrives, in any order, changes nothing in the end',
    async (world) => {
      const transNo = await world.paid()
      await world.other.vendor.dispute(transNo)
      await world.other.vendor.closeDispute(transNo, 'won')
      await world.learn((news) => news.toReversed())
      expect(await world.books(transNo)).toMatchObject({ state: 'confirmed', received: 10_295 })
      await world.finish()
    },
    'disputes',
  ],
  [
    'a dispute that nobody reported, days after the charge, is found by the reconciliation',
    async (world) => {
      const transNo = await world.paid()
      world.portal.clock.advance(4 * 86_400)
      await world.other.vendor.dispute(transNo)
      world.portal.clock.advance(3_600)
      await world.portal.reconcile()
      expect(await world.state(transNo)).toBe('returned')
      await world.finish()
    },
    'disputes',
  ],
  [
    'an order to refund a disputed payment gives nothing back',
    async (world) => {
      const transNo = await world.paid()
      await world.other.vendor.dispute(transNo)
      const held = await world.other.held(transNo)
      await world.portal.refund(transNo)
      expect(await world.other.held(transNo)).toBe(held)
      await world.learn()
      await world.finish()
    },
    'disputes',
  ],
])
