import { staffRuns } from '@coopline/contract/staff/staff-runs/staff-runs.contract'
import { sql } from 'kysely'
import { recordImport } from '../../../platform/imports/record-import.ts'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { staffFixture } from '../../../testing/seed-staff.ts'
import { given } from '../../../testing/store-calls.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'

/** A complete run of a day, which booked two drafts of $100.00, skipped one and failed with another. */
export async function seedRun(portal: TestPortal, runDate: string = given.day): Promise<void> {
  await sql`
    insert into pay.run (run_date, from_date, started_at, completed_at)
    values (${runDate}::date, ${runDate}::date, ${given.now}::timestamptz, ${given.now}::timestamptz)`.execute(
    portal.db,
  )
  await sql`
    insert into pay.run_item (kind, enrollment_id, due_date, run_date, account_number, member_number, amount, state, reason, created_at)
    select 'draft', item.n::text, ${runDate}::date, ${runDate}::date, ${given.account}, ${given.member}, item.amount, item.state,
      item.reason, ${given.now}::timestamptz
    from (values (1, 10000, 'booked', ''), (2, 10000, 'booked', ''), (3, 0, 'skipped', 'nothing-due'),
      (4, 2500, 'failed', 'internal-error')) as item (n, amount, state, reason)`.execute(portal.db)
}

export const fixtures: SliceFixtures = async ({ portal }) => {
  const call = await staffFixture(portal)
  const outages = { kind: 'outages', paths: ['/watch/outages/o.json'] } as const
  await recordImport(portal.deps, outages, async ({ addFile }) => {
    addFile({ name: 'o.json', rows: 1, stored: 1, refused: 0 })
    return { exitCode: 0 }
  })
  await seedRun(portal)
  const { id } = await portal.db.selectFrom('portal.recorded_import').select('id').executeTakeFirstOrThrow()
  return [
    [staffRuns.listImports, async () => ({ ...(await call()), query: { kind: 'outages' } })],
    [staffRuns.viewImport, async () => ({ ...(await call()), params: { importNumber: String(id) } })],
    [staffRuns.listRuns, call],
    [staffRuns.viewRun, async () => ({ ...(await call()), params: { runDate: given.day } })],
  ]
}
