import { expect } from 'vitest'
import { casesFrom } from '../kit-case.ts'
import type { World } from '../world.ts'

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
        expect(await world.portal.reconcile().catch(() => 'refused')).toBe('refused')
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
    'a payer who is back while the provider is down is told that the payment is processing',
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
    'no key, token or signature is in the log or in the database after faults of every kind',
    async (world) => {
      for (const fault of ['down', 'lost-answer', 'nonsense'] as const) {
        await world.other.setFault(fault)
        await world.portal.payAsGuest(10_000, { method: 'cc', key: `kit-key-${fault}` }).catch(() => null)
        await world.portal.sweep().catch(() => null)
      }
      await world.other.setFault(null)
      // A provider that did not answer is spared for a while.
      world.portal.clock.advance(60)
      await world.paid()
      expect(world.portal.secretsInLog()).toEqual([])
      expect(await world.portal.secretsInDatabase()).toEqual([])
    },
  ],
])
