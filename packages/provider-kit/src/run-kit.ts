import { inspect } from 'node:util'
import { startKitPortal } from '@coopline/server/testing/kit-portal'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AdapterUnderTest } from './adapter-under-test.ts'
import { kitCases } from './kit-cases.ts'
import type { KitCase } from './kit-case.ts'
import { layWire } from './wire.ts'
import { World } from './world.ts'

/** The id of the only case to run. */
const onlyCase = process.env['PROVIDER_KIT_CASE']
const chosenCases = kitCases.filter(({ id }) => onlyCase === undefined || id === onlyCase)
if (chosenCases.length === 0) throw new Error(`The kit has no case ${onlyCase}`)

/** Starts the double of an adapter's provider, and a portal that has the adapter. */
export async function startWorld(adapter: AdapterUnderTest): Promise<World> {
  let now = (): number => Date.now()
  const other = await adapter.startCounterpart(() => now())
  const wire = await layWire(other.env)
  const portal = await startKitPortal({ provider: adapter.name, env: wire.env, create: adapter.create })
  now = () => portal.clock.now().getTime()
  return new World(portal, other, wire)
}

/** Runs a case. @returns the secrets that were logged meanwhile, or written to the console: there may be none. */
export async function runCase(world: World, { run }: KitCase): Promise<readonly string[]> {
  const written = (['debug', 'error', 'info', 'log', 'warn'] as const).map((level) => vi.spyOn(console, level))
  try {
    await world.begin()
    await run(world)
    return world.secretsIn(written.map(({ mock }) => inspect(mock.calls, { depth: 9 })))
  } finally {
    for (const one of written) one.mockRestore()
  }
}

/**
 * Registers a test for each case of the kit, with the adapter behind a whole portal on a real database. A case that needs a feature which
 * the adapter lacks is skipped with the reason.
 */
export function runKit(adapter: AdapterUnderTest): void {
  describe(`the adapter ${adapter.name}`, () => {
    let world: World
    beforeAll(async () => {
      world = await startWorld(adapter)
    })
    afterAll(async () => world.close())
    for (const kitCase of chosenCases) {
      test(`${kitCase.title} [${kitCase.id}]`, async (context) => {
        const reason = kitCase.needs.map((need) => world.other.lacks[need]).find((lacking) => lacking !== undefined)
        if (reason !== undefined) context.skip(reason)
        expect(await runCase(world, kitCase), 'secrets in the log').toEqual([])
      })
    }
    test('the adapter lacks no feature without a reason, and declares secrets that its settings have', () => {
      for (const reason of Object.values(world.other.lacks)) expect(reason.length).toBeGreaterThan(20)
      const settings = Object.values(world.other.env).join()
      expect(world.other.secrets.filter((secret) => secret.length < 8 || !settings.includes(secret))).toEqual([])
    })
  })
}
