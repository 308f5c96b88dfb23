import type { StaffAlarm, StaffAlarmPosition } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import type { Deps } from '../../../platform/deps.ts'
import { listOpenAlarms, listSettledAlarms } from './alarms-of-staff.store.ts'
import { pageOf } from '../../../platform/http/page-of.ts'
import { showAlarm } from './show-payment.ts'

const pageSize = 25
const settledMs = 90 * 86_400_000

/** A page of the open alarms, oldest first, or of those settled within 90 days, the latest first. */
export async function listAlarmsForStaff(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  isSettled: boolean,
  after: StaffAlarmPosition | null,
): Promise<{ readonly alarms: StaffAlarm[]; readonly next: StaffAlarmPosition | null }> {
  const rows = isSettled
    ? await listSettledAlarms(
        db,
        new Date(clock.now().getTime() - settledMs),
        after === null || after.settledAt === null ? null : { id: after.id, settledAt: new Date(after.settledAt) },
        pageSize + 1,
      )
    : await listOpenAlarms(db, after?.id ?? null, pageSize + 1)
  const { listed, last } = pageOf(rows.map(showAlarm), pageSize)
  return { alarms: listed, next: last && { id: last.id, settledAt: last.settled?.at ?? null } }
}
