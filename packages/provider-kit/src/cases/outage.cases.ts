import { inspect } from 'node:util'
import { expect } from 'vitest'
import { casesFrom } from '../kit-case.ts'
import type { World } from '../world.ts'

/** Far more than the ten seconds within which a call ends. */
const patienceMs = 30_000

/** Waits for work that must end by itself. */
async function isEnded(work: Promise<unknown>): Promise<boolean> {
  const waited = new Promise<false>((resolve) => {
    const timer = setTimeout(() => resolve(false), patienceMs)
    void work.finally(() => clearTimeout(timer))
  })
  return Promise.race([work.then(() => true), waited])
}

/** Providers that are away or answer nonsense, and the check of their set-up. */
export const outageCases = casesFrom(110, [
  ...(['down', 'nonsense'] as const).map(
    (fault) =>
      [
        `a provider with the fault "${fault}" moves nothing, and is asked again when it is back`,
        async (world: World) => {
          const { payment } = await world.pay()
          await world.other.setFault(fault)
          world.portal.clock.advance(120)
          await world.portal.sweep().catch(() => null)
          expect(await world.state(payment.transNo)).toBe('handed-off')
          await world.other.setFault(null)
          world.portal.clock.advance(600)
          await world.portal.sweep()
          expect(await world.state(payment.transNo)).toBe('confirmed')
          await world.finish()
        },
      ] as const,
  ),
  [
    'a report that cannot be read books nothing, and the day is compared later',
    async (world) => {
      const { payment } = await world.pay()
      for (const fault of ['nonsense', 'down'] as const) {
        await world.other.setFault(fault)
        expect(await world.portal.reconcile().catch(() => 'refused'), 'the report').toBe('refused')
        expect((await world.books(payment.transNo)).bookings).toBe(0)
      }
      await world.other.setFault(null)
      world.portal.clock.advance(3_600)
      await world.portal.reconcile()
      expect(await world.state(payment.transNo)).toBe('confirmed')
      await world.finish()
    },
  ],
  [
    'a payer who is back while the provider is down reads that the payment is processing',
    async (world) => {
      const { payment, back } = await world.pay()
      await world.other.setFault('down')
      expect((await payment.statusAt(back ?? '')).outcome).toBe('processing')
      await world.finish()
    },
  ],
  [
    'the check of the set-up finds no fault in a provider that works',
    async (world) => {
      const proofs = await world.portal.prove()
      expect(proofs.length).toBeGreaterThan(0)
      expect(proofs.filter(({ verdict }) => verdict === 'fault')).toEqual([])
    },
  ],
  [
    'the check of the set-up says that a provider is down, with an advice, and never throws',
    async (world) => {
      for (const fault of ['down', 'nonsense'] as const) {
        await world.other.setFault(fault)
        const problems = (await world.portal.prove()).filter(({ verdict }) => verdict !== 'ok')
        expect(problems.length).toBeGreaterThan(0)
        expect(problems.every(({ sentence, advice }) => sentence.endsWith('.') && advice !== null)).toBe(true)
      }
      await world.finish()
    },
  ],
  [
    'no key, token or signature is in an answer, an error, the log or the database after faults of every kind',
    async (world) => {
      const { portal, other, wire } = world
      const transNo = await world.paid()
      const told: unknown[] = []
      for (const fault of ['down', 'lost-answer', 'nonsense', 'cut', 'redirected'] as const) {
        if (fault === 'cut' || fault === 'redirected') wire.setFault(fault)
        else await other.setFault(fault)
        const works = [
          () => portal.payAsGuest(10_000, { method: 'cc', key: `kit-key-${fault}` }),
          () => portal.sweep(),
          () => portal.reconcile(),
          () => portal.prove(),
          async () => portal.gateway.fetch(await portal.atProvider(transNo)),
          () => portal.gateway.ping(),
        ]
        for (const work of works) told.push(await work().catch((error: unknown) => error))
        await world.endFaults()
        // A provider that did not answer is spared for a while.
        portal.clock.advance(60)
      }
      expect(world.secretsIn(told.map((one) => inspect(one, { depth: 9 }))), 'secrets that were told').toEqual([])
      expect(await portal.columnsWith(other.secrets)).toEqual([])
    },
  ],
  [
    'an answer that ends in the middle, with status 200, is taken for none: nothing moves, and the day is compared later',
    async (world) => {
      const { payment } = await world.pay()
      world.wire.setFault('cut')
      world.portal.clock.advance(120)
      await world.portal.sweep().catch(() => null)
      expect(await world.portal.reconcile().catch(() => 'refused'), 'the report').toBe('refused')
      const { state, bookings } = await world.books(payment.transNo)
      expect([state, bookings]).toEqual(['handed-off', 0])
      world.wire.setFault(null)
      world.portal.clock.advance(3_600)
      await world.portal.reconcile()
      expect(await world.state(payment.transNo)).toBe('confirmed')
      await world.finish()
    },
  ],
  [
    'a redirect is not followed: nothing moves, and the provider is asked again',
    async (world) => {
      const { payment } = await world.pay()
      world.wire.setFault('redirected')
      world.portal.clock.advance(120)
      await world.portal.payAsGuest(10_000, { method: 'cc' }).catch(() => null)
      await world.portal.sweep().catch(() => null)
      const reconciled = await world.portal.reconcile().catch(() => 'refused')
      const proved = (await world.portal.prove()).filter(({ verdict }) => verdict === 'ok')
      expect(world.wire.followed(), 'redirects that were followed').toBe(0)
      expect([reconciled, proved, await world.state(payment.transNo)]).toEqual(['refused', [], 'handed-off'])
      world.wire.setFault(null)
      world.portal.clock.advance(3_600)
      await world.portal.sweep()
      expect(await world.state(payment.transNo)).toBe('confirmed')
      await world.finish()
    },
  ],
  [
    'a provider that stops in the middle of an answer is left after ten seconds, and asked again',
    async (world) => {
      const { payment } = await world.pay()
      const { gateway, clock } = world.portal
      const known = await world.portal.atProvider(payment.transNo)
      world.wire.setFault('stalled')
      const readReport = async (): Promise<void> => {
        for await (const _payment of gateway.report(clock.now().toISOString().slice(0, 10))) continue
      }
      const calls = [gateway.start(known), gateway.fetch(known), readReport(), gateway.ping(), gateway.prove()] as const
      expect(await isEnded(Promise.allSettled(calls)), 'all calls have ended').toBe(true)
      await world.endFaults()
      clock.advance(120)
      await world.portal.sweep()
      expect(await world.state(payment.transNo)).toBe('confirmed')
      await world.finish()
    },
  ],
  [
    'a report with fewer payments than its own total is not used, and the day is compared later',
    async (world) => {
      const { payment } = await world.pay()
      await world.other.setFault('short-list')
      expect(await world.portal.reconcile().catch(() => 'refused'), 'the report').toBe('refused')
      expect((await world.books(payment.transNo)).bookings).toBe(0)
      await world.other.setFault(null)
      world.portal.clock.advance(3_600)
      await world.portal.reconcile()
      expect(await world.state(payment.transNo)).toBe('confirmed')
      await world.finish()
    },
    'list-totals',
  ],
])
