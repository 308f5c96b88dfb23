import { afterAll, beforeAll, expect, it } from 'vitest'
import { postOutside } from '../../../platform/outbound/post-outside.ts'
import { type AppReceiver, startAppReceiver } from '../../../testing/app-receiver.ts'
import { findTableScans } from '../../../testing/find-table-scans.ts'
import { recordStatements } from '../../../testing/record-statements.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { createMonths } from '../usage/write-readings.store.ts'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { seedApp } from './connected-apps.fixtures.ts'
import { notifyAppsJob } from './notify-apps.job.ts'

const [connections, apps] = [100_000, 10] as const
const secondsOfARun = 600
const day = calendarDate('2026-11-10')

let portal: TestPortal
let receiver: AppReceiver
beforeAll(async () => {
  portal = await startTestPortal({ env: { PUBLIC_ORIGIN: 'http://127.0.0.1:8080' } })
  await portal.reset()
  portal.set({ connectEnabled: true })
  receiver = await startAppReceiver()
})
afterAll(async () => {
  await receiver.close()
  await portal.close()
})

/** A member with a login, an account, a meter and a connection for each number; the apps take turns. */
async function fill(): Promise<void> {
  const ids: string[] = []
  for (let app = 0; app < apps; app += 1)
    ids.push(await seedApp(portal, `App ${app}`, { notifyUri: receiver.addressOf(`/${app}`) }))
  await createMonths(portal.db, day, day)
  await portal.database.runScript(`
    set statement_timeout = 0;
    insert into cis.member (member_number, name) select n, 'M' from generate_series(1, ${connections}) as n;
    insert into portal.login (login_id, username, username_key, member_number, email, password_hash, password_set_at, created_at)
      select gen_random_uuid(), 'm' || n, 'm' || n, n, 'm' || n || '@example.org', '', now(), now()
      from generate_series(1, ${connections}) as n;
    insert into cis.account (account_number, member_number, is_primary, holder_name, account_type, account_status,
        derived_status, service_street, service_city, service_state, service_zip, location_id, is_prepaid, prepaid_label,
        billing_type, card_eligible, echeck_eligible, no_more_checks)
      select n, n, true, 'M', 'Electric', 'Active', 'Current', '', '', '', '', '', false, '', '', true, true, false
      from generate_series(1, ${connections}) as n;
    insert into cis.meter (account_number, meter_number) select n, 'M1' from generate_series(1, ${connections}) as n;
    insert into portal.connected_grant (grant_id, member_number, login_id, client_id, name, scope, history_from, created_at, ends_at)
      select 'grant-' || member_number, member_number, login_id, ('{${ids.join(',')}}'::text[])[member_number::int % ${apps} + 1],
        'App', 'FB=4_5;IntervalDuration=86400', '2025-11-01', now(), '2099-01-01' from portal.login;
    insert into portal.connected_meter (grant_id, account_number, meter_number)
      select 'grant-' || n, n, 'M1' from generate_series(1, ${connections}) as n;
    insert into meter.daily_reading (account_number, meter_number, day, used, status, unit)
      select n, 'M1', '${day}', 1000, 'actual', 'kWh' from generate_series(1, ${connections}) as n;
    reset statement_timeout;
    analyze`)
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1_000
}

const grantsOf = (bodies: readonly string[]): readonly string[] =>
  bodies.flatMap((body) => [...body.matchAll(/\/Subscription\/(grant-\d+)\?/gu)].map(([, grant = '']) => grant))

it('notifies the apps of 100,000 connections within one run, each once, while one app fails', async () => {
  await fill()
  const statementsOf = recordStatements(portal)
  let took = 0
  const failing = '/0'
  receiver.answer = async () => (receiver.received.at(-1)?.url === failing ? 503 : 202)
  const statements = await statementsOf(async () => {
    took = await seconds(async () => portal.jobs.run(notifyAppsJob, {}))
  })
  process.stdout.write(`Notifications: ${connections} connections in ${took.toFixed(1)} s\n`)
  const told = receiver.received.filter(({ url }) => url !== failing)
  expect(receiver.received.length - told.length).toBe(1)
  const grants = grantsOf(told.map(({ body }) => body))
  expect(grants).toHaveLength((connections / apps) * (apps - 1))
  expect(new Set(grants).size).toBe(grants.length)
  const [left] = await portal.database.runScript(`
    select count(*) filter (where since is not null)::int as due, count(*) filter (where attempts = 1)::int as postponed,
      (select count(*)::int from portal.connected_notification_log) as logged from portal.connected_notification`)
  expect(left).toEqual({ due: connections / apps, postponed: connections / apps, logged: 0 })
  expect(took).toBeLessThan(secondsOfARun)

  // One statement for 2,000 rows of the log; for 500 connections four, and one for each app.
  expect(statements.length).toBeLessThan(connections / 2_000 + 2 + (connections / 500 + 1) * (4 + apps))
  const claim = statements.find((text) => text.startsWith('with due as materialized')) ?? ''
  // Ten apps are read whole.
  const scans = await findTableScans(portal.database, claim)
  expect(scans.filter((scan) => !scan.endsWith(' connected_app'))).toEqual([])
  const plan = await portal.database.runScript(`explain (generic_plan) ${claim}`)
  expect(plan.map((row) => String(row['QUERY PLAN'])).join('\n')).toContain('using connected_notification_due')

  // The floor: the same messages, one from each app at a time, without a database.
  const rounds = Map.groupBy(told, (_one, at) => Math.floor(at / (apps - 1)))
  const floor = await seconds(async () => {
    for (const round of rounds.values())
      await Promise.all(
        round.map(async ({ url, type, body }) =>
          postOutside(receiver.addressOf(url), { contentType: type, body }, portal.deps.env),
        ),
      )
  })
  process.stdout.write(
    `${told.length} messages with ${statements.length} statements; floor without a database: ${floor.toFixed(2)} s\n`,
  )
})
