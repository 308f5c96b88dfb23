import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { scheduledJob } from '../../../../platform/jobs/feature-job.ts'
import { insertMessage } from '../../../../platform/messages/message.store.ts'
import { claimUnmailedAlarms, type RaisedAlarm } from './alarms.store.ts'
import { selectUnderReview } from '../payments.store.ts'
import { settleCommand } from './alarms.ts'

export const mailAlarmsJob = scheduledJob('payments.mail-alarms', '*/15 * * * *', mailAlarms)

/** Maximum alarms per mail; further ones are only counted, and `coopline payments alarms` lists them. */
const mostListed = 50
const mostClaimed = 5_000

/**
 * Mails staff about the alarms that were raised since the last mail, each with the command that settles it. Each alarm is in
 * one mail, however often this runs and wherever it is interrupted. Without `alarmEmail` alarms stay unmailed.
 */
async function mailAlarms(deps: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<void> {
  const recipient = deps.settings.current().alarmEmail.trim()
  if (recipient === '') return
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const alarms = await claimUnmailedAlarms(tx, mostClaimed, now)
    const [first] = alarms
    if (first === undefined) return
    const listed = alarms.slice(0, mostListed)
    const underReview = await selectUnderReview(
      tx,
      listed.flatMap(({ transNo }) => transNo ?? []),
    )
    await insertMessage(tx, {
      dedupeKey: `alarms:${first.id}`,
      channel: 'email',
      recipient,
      subject: alarms.length === 1 ? 'An alarm about a payment' : `${alarms.length} alarms about payments`,
      bodyText: bodyOf(listed, alarms.length, underReview),
      language: 'en',
      now,
    })
  })
}

function bodyOf(listed: readonly RaisedAlarm[], total: number, underReview: ReadonlySet<string>): string {
  const lines = listed.map((alarm) => {
    const command = settleCommand(alarm, alarm.transNo !== null && underReview.has(alarm.transNo))
    return `${alarm.kind}, payment ${alarm.transNo ?? 'unknown'}: ${command}`
  })
  return [
    'The portal needs a person to look at these payments.',
    lines.join('\n'),
    ...(total > listed.length ? [`${total - listed.length} more are listed by: coopline payments alarms`] : []),
    'docs/OPERATIONS.md, "Payments that need a person", says what to check before an alarm is settled.',
  ].join('\n\n')
}
