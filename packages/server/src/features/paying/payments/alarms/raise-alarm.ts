import type { Executor } from '../../../../platform/db/open-database.ts'
import type { Log } from '../../../../platform/log.ts'
import { type Alarm, insertAlarm } from './alarms.store.ts'

/** Raises an alarm about money, once for each dedupe key, and logs it. */
export async function raiseAlarm(executor: Executor, log: Log, alarm: Alarm): Promise<void> {
  const isNew = await insertAlarm(executor, alarm)
  if (isNew) log.error({ alarm: alarm.kind, transNo: alarm.transNo, ...alarm.detail }, 'An alarm about a payment')
}
