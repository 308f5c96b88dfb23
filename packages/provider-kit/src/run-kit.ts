import { startKitPortal } from '@coopline/server/testing/kit-portal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdapterUnderTest } from './adapter-under-test.ts'
import { chargeCases } from './cases/charge.cases.ts'
import { handOffCases } from './cases/hand-off.cases.ts'
import { moneyBackCases } from './cases/money-back.cases.ts'
import { newsCases } from './cases/news.cases.ts'
import { outageCases } from './cases/outage.cases.ts'
import { truthCases } from './cases/truth.cases.ts'
import type { KitCase } from './kit-case.ts'
import { World } from './world.ts'

/** Every case, in the order of their ids. */
const kitCases: readonly KitCase[] = [
  ...handOffCases,
  ...chargeCases,
  ...newsCases,
  ...truthCases,
  ...moneyBackCases,
  ...outageCases,
]

/** The id of the only case to run. */
const onlyCase = process.env['PROVIDER_KIT_CASE']
const chosenCases = kitCases.filter(({ id }) => onlyCase === undefined || id === onlyCase)
if (chosenCases.length === 0) throw new Error(`The kit has no case ${onlyCase}`)

/**
 * Registers a test for each case of the kit, with the adapter behind a whole portal on a real database. A case that needs a feature which
 * the adapter lacks is skipped with the reason.
 */
export function runKit(adapter: AdapterUnderTest): void {
  describe(`the adapter ${adapter.name}`, () => {
    let world: World
    beforeAll(async () => {
      let now = (): number => Date.now()
      const other = await adapter.startCounterpart(() => now())
      const portal = await startKitPortal({ provider: adapter.name, env: other.env, create: adapter.create })
      now = () => portal.clock.now().getTime()
      world = new World(portal, other)
    })
    afterAll(async () => {
      await world.portal.close()
      await world.other.close()
    })
    for (const { id, title, needs, run } of chosenCases) {
      test(`${title} [${id}]`, async (context) => {
        const reason = needs.map((need) => world.other.lacks[need]).find((lacking) => lacking !== undefined)
        if (reason !== undefined) context.skip(reason)
        await world.begin()
        await run(world)
        expect(world.portal.secretsInLog()).toEqual([])
      })
    }
    test('the adapter lacks no feature without a reason', () => {
      for (const reason of Object.values(world.other.lacks)) expect(reason.length).toBeGreaterThan(20)
    })
  })
}
