import { createDemoCooperative } from '../../demo/create-demo-cooperative.ts'
import { createDemoCredits } from '../../demo/create-demo-credits.ts'
import { createDemoDocuments } from '../../demo/create-demo-documents.ts'
import { createDemoLogins, demoLogins } from '../../demo/create-demo-logins.ts'
import { createDemoMethods } from '../../demo/create-demo-methods.ts'
import { createDemoStaff } from '../../demo/create-demo-staff.ts'
import { readDemoFacts } from '../../demo/demo-facts.ts'
import { demoSettings } from '../../demo/demo-settings.ts'
import { keepPreparedSettings } from '../features/site/site/public.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import type { Env } from '../platform/env.ts'
import { todayOf } from '../platform/today.ts'
import type { Portal } from '../portal.ts'

/**
 * Creates the demo cooperative unless it exists, and moves its dates to today. Resolves once the named members are
 * imported.
 *
 * @returns `loaded`, a promise that resolves once all members are imported.
 */
export async function prepareDemo(
  env: Env,
  database: OpenDatabase,
  { deps, settings }: Pick<Portal, 'deps' | 'settings'>,
  tell: (text: string) => void,
): Promise<{ readonly loaded: Promise<void> }> {
  await keepPreparedSettings(deps, demoSettings(env.DEMO_VARIANT), 'demo')
  await settings.refresh()
  const today = todayOf(deps)
  const demo = createDemoCooperative({ database, env, today, clock: deps.clock, onProgress: tell })
  await demo.ready
  await createDemoDocuments(deps)
  await createDemoCredits(deps)
  const facts = readDemoFacts()
  const members = await createDemoLogins(deps, demoLogins(facts))
  await createDemoStaff(deps)
  const methods = createDemoMethods(deps, facts, { members, today }).catch((error: unknown) => {
    // The rest of the demo works without the sandbox provider.
    deps.log.warn({ err: error }, 'The payment methods of the demo members could not be stored')
  })
  return { loaded: Promise.all([demo.usage, methods]).then(() => undefined) }
}
