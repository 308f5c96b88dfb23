import { findSetting } from '@coopline/contract/site/site/settings-catalog'
import { createDemoCooperative } from '../../demo/create-demo-cooperative.ts'
import { createDemoLogins, demoLogins } from '../../demo/create-demo-logins.ts'
import { readDemoFacts } from '../../demo/demo-facts.ts'
import { demoSettings } from '../../demo/demo-settings.ts'
import { todayOf } from '../platform/today.ts'
import { halvesOf, login, type SignedIn } from './seed-login.ts'
import type { TestPortal } from './test-portal.ts'

/** Loads the demo cooperative into a portal, as its first start does: settings, the named members and a few others, and logins. It has no readings. */
export async function loadDemo(portal: TestPortal, members: number): Promise<void> {
  const settings = Object.entries(demoSettings('standard')).map(([key, value]) => [
    key,
    findSetting(key)?.schema.parse(value),
  ])
  portal.set(Object.fromEntries(settings))
  const { database, clock, deps } = portal
  const today = todayOf(deps)
  const demo = createDemoCooperative({ database, clock, today, env: { DEMO_MEMBERS: members }, readings: false })
  await demo.ready
  await createDemoLogins(deps, demoLogins(readDemoFacts()))
  await demo.usage
}

/** Signs a member of the demo in. */
export const signInAs = async (portal: TestPortal, username: string): Promise<SignedIn> =>
  halvesOf(await login(portal, { username }))
