import { expect } from 'vitest'
import { casesFrom } from '../kit-case.ts'

/** Stored methods, and charges while the member is away. */
export const chargeCases = casesFrom(20, [
  [
    'a stored card is charged once with its fee, however often its charge is repeated',
    async (world) => {
      const methodId = await world.store()
      const first = await world.charge(methodId)
      expect(first.outcome).toBe('confirmed')
      const repeats = await Promise.all([1, 2].map(async () => world.charge(methodId)))
      expect(repeats.map(({ transNo }) => transNo)).toEqual([first.transNo, first.transNo])
      expect(await world.other.charges(first.transNo)).toBe(1)
      await world.finish()
    },
    'stored-methods',
  ],
  [
    'a portal that dies after it sent a charge has charged once, and learns so from a repeat',
    async (world) => {
      const methodId = await world.store()
      const dying = async () => world.charge(methodId).catch(() => null)
      expect(await world.portal.whileFailingAt('charge.after-send', dying)).toBe(1)
      const { transNo } = await world.charge(methodId)
      await world.portal.sweep()
      expect([await world.other.charges(transNo), await world.state(transNo)]).toEqual([1, 'confirmed'])
      await world.finish()
    },
    'stored-methods',
  ],
  [
    'a charge whose answer is lost is made once, however often it is asked for',
    async (world) => {
      const methodId = await world.store()
      await world.other.setFault('lost-answer')
      const { transNo, outcome } = await world.charge(methodId)
      expect(outcome).toBe('processing')
      await world.other.setFault(null)
      await world.portal.sweep()
      await world.charge(methodId)
      await world.portal.sweep()
      expect([await world.other.charges(transNo), await world.state(transNo)]).toEqual([1, 'confirmed'])
      await world.finish()
    },
    'stored-methods',
  ],
  [
    'a charge while the provider is down charges nothing, and once when it is asked again',
    async (world) => {
      const methodId = await world.store()
      await world.other.setFault('down')
      const { transNo } = await world.charge(methodId)
      await world.other.setFault(null)
      expect(await world.other.charges(transNo)).toBe(0)
      expect((await world.charge(methodId)).outcome).toBe('confirmed')
      expect(await world.other.charges(transNo)).toBe(1)
      await world.finish()
    },
    'stored-methods',
  ],
  [
    'a charge is not made again a day later, when the provider has forgotten the keys of repeated calls',
    async (world) => {
      const methodId = await world.store()
      await world.other.setFault('lost-answer')
      const { transNo } = await world.charge(methodId)
      await world.other.setFault(null)
      world.portal.clock.advance(25 * 3_600)
      await world.portal.sweep()
      await world.charge(methodId)
      await world.portal.sweep()
      expect(await world.other.charges(transNo)).toBeLessThanOrEqual(1)
      await world.finish()
    },
    'stored-methods',
  ],
  [
    'a stored card that its bank declines moves no money, and the member reads a reason',
    async (world) => {
      const { transNo, outcome, message } = await world.charge(await world.store('card-declined-later'))
      expect([outcome, await world.other.held(transNo), (message ?? '').length > 10]).toEqual(['declined', 0, true])
      await world.finish()
    },
    'stored-methods',
  ],
  [
    'a stored bank account is charged with the fee of bank accounts',
    async (world) => {
      const { transNo, outcome } = await world.charge(await world.store('bank'))
      expect([outcome, await world.other.held(transNo)]).toEqual(['confirmed', 10_050])
      await world.finish()
    },
    'stored-methods',
    'bank',
  ],
  [
    'a forgotten method is charged no more, and is forgotten however often it is asked for',
    async (world) => {
      const methodId = await world.store()
      const token = await world.portal.tokenOf(methodId)
      await world.portal.forget(token)
      await world.portal.forget(token)
      const { transNo, outcome } = await world.charge(methodId)
      expect([outcome, await world.other.charges(transNo)]).toEqual(['declined', 0])
      await world.finish()
    },
    'stored-methods',
  ],
  [
    'news of a stored method, sent twice and after the portal asked, stores it once',
    async (world) => {
      await world.store()
      await world.deliver((news) => [...news, ...news])
      expect(await world.portal.countMethods()).toBe(1)
      await world.finish()
    },
    'stored-methods',
  ],
  [
    'a page that stores a method and is left stores nothing and charges nothing',
    async (world) => {
      const request = await world.portal.requestMethod()
      await world.leave(request.target)
      await world.deliver()
      expect(await world.portal.countMethods()).toBe(0)
      await world.finish()
    },
    'stored-methods',
  ],
])
