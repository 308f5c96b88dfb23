import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { recordAttempt, recordAttempts } from '../../../platform/attempts/record-attempt.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffActor } from '../../../platform/http/staff-actor.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'

const [hour, day] = [3_600, 86_400]

type LookUpDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'log'>

/**
 * Counts what a staff user looks up in the console, each member and each searched text once in 24 hours. Above the settings
 * `staffLookUpsPerHour` or `staffLookUpsPerDay` an alarm is raised, once in 24 hours for each user (REQ-D-330). Nothing is
 * refused: the office decides whether the user collects data.
 *
 * @param what the member number or the searched text; the counter keeps a hash of it.
 * @throws Unavailable when it cannot be counted.
 */
export async function noteLookUp(deps: LookUpDeps, staff: StaffActor, what: string): Promise<void> {
  const { db, clock, settings } = deps
  const now = clock.now()
  const subject = Buffer.from(sha256(`${staff.by}:${what.trim().toLowerCase()}`)).toString('base64url')
  const seen = await recordAttempt(db, { kind: 'staff.looked-up', subject, windowSeconds: day, limit: 1 }, now)
  if (!seen.allowed) return
  const { staffLookUpsPerHour, staffLookUpsPerDay } = settings.current()
  const ofStaff = { subject: staff.by }
  const counts = await recordAttempts(
    db,
    [
      { ...ofStaff, kind: 'staff.look-ups-of-hour', windowSeconds: hour, limit: staffLookUpsPerHour },
      { ...ofStaff, kind: 'staff.look-ups-of-day', windowSeconds: day, limit: staffLookUpsPerDay },
    ],
    now,
  )
  const exceeded = counts.find(({ allowed }) => !allowed)
  if (exceeded === undefined) return
  const alarm = { ...ofStaff, kind: 'staff.look-up-alarm', windowSeconds: day, limit: 1 }
  const { allowed: isFirst } = await recordAttempt(db, alarm, now)
  if (isFirst) await raise(deps, staff, { lookUps: exceeded.limit, hours: exceeded.windowSeconds / hour }, now)
}

async function raise(
  { db, settings, log }: LookUpDeps,
  { by, clientAddress, requestId }: StaffActor,
  facts: { readonly lookUps: number; readonly hours: number },
  now: Date,
): Promise<void> {
  log.error({ alarm: 'bulk-look-ups', by, ...facts }, 'A staff user looks up more members than usual')
  const recipient = settings.current().alarmEmail.trim()
  await inTransaction(db, async (tx) => {
    await recordAudit(tx, { kind: 'staff.bulk-look-ups', at: now, clientAddress, requestId, detail: { by, ...facts } })
    if (recipient === '') return
    await insertMessage(tx, {
      dedupeKey: `bulk-look-ups:${by}:${now.getTime()}`,
      channel: 'email',
      recipient,
      subject: 'A staff user looks up more members than usual',
      bodyText: [
        `The staff user ${by} looked up more than ${facts.lookUps} members within ${facts.hours === 1 ? 'an hour' : `${facts.hours} hours`}.`,
        'Ask why. The audit names each member (kind "staff.viewed"). "coopline staff remove" takes a login away.',
      ].join('\n\n'),
      language: 'en',
      now,
    })
  })
}
