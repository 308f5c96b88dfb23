import type { Deps } from '../deps.ts'
import { job } from '../jobs/jobs.ts'
import { recordAttempt } from '../attempts/record-attempt.ts'
import { type AlarmFigures, readAlarmFigures } from './alarms.store.ts'
import { listFullDisks, type ReadSpace } from './disk-space.ts'

/** The alarms that look at the database. `server-errors` (`error-ratio.ts`) and `disk-space` are each process's own. */
export const alarmNames = [
  'no-postback',
  'job-lag',
  'dead-letters',
  'reconciliation-difference',
  'lockouts',
  'import-refused',
  'backup-missing',
  'events-waiting',
] as const
export type AlarmName = (typeof alarmNames)[number]

/**
 * The urgency of an alarm: `page` at once, also at night, because members are affected; `ticket` on the next working
 * day.
 */
export type Severity = 'page' | 'ticket'

/** The severity of each alarm with a metric. */
export const severities: Readonly<Record<AlarmName | 'server-errors' | 'disk-space', Severity>> = {
  'no-postback': 'page',
  'job-lag': 'page',
  'dead-letters': 'ticket',
  'reconciliation-difference': 'ticket',
  lockouts: 'page',
  'import-refused': 'ticket',
  'backup-missing': 'ticket',
  'events-waiting': 'ticket',
  'server-errors': 'page',
  'disk-space': 'page',
}

/** The fewest unanswered payments that raise the alarm. Fewer may be payers who left the provider's page. */
const fewestUnanswered = 3
const longestJobLagSeconds = 300
const mostLockedLogins = 20

/** Looks at the alarms every minute. */
export const watchAlarmsJob = job<Record<never, never>>('platform.watch-alarms')

type AlarmDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'settings' | 'log'>

/** The alarms that are raised now, with the figure of each. */
export async function listRaisedAlarms(deps: AlarmDeps): Promise<ReadonlyMap<AlarmName, number>> {
  const now = deps.clock.now()
  const figures = await readAlarmFigures(deps.db, now)
  const isOpen = isBusinessHour(deps.settings.current().timeZone, now)
  const late = listLate(deps.env, figures)
  return new Map(
    alarmNames
      .map((name) => [name, late.get(name) ?? raisedBy(name, figures, isOpen)] as const)
      .filter(([, by]) => by > 0),
  )
}

/** Lists the alarms about backups and events that are overdue, with the hours since the last backup and since the oldest event. */
export function listLate(
  env: Pick<Deps['env'], 'NODE_ENV' | 'BACKUP_WITHIN_HOURS' | 'EVENTS_WITHIN_HOURS'>,
  { backupSeconds, oldestEventSeconds }: Pick<AlarmFigures, 'backupSeconds' | 'oldestEventSeconds'>,
): ReadonlyMap<AlarmName, number> {
  const hoursLate = (seconds: number, within: number) => {
    const hours = Math.floor(seconds / 3600)
    return env.NODE_ENV === 'production' && within > 0 && hours >= within ? hours : 0
  }
  return new Map([
    ['backup-missing', hoursLate(backupSeconds, env.BACKUP_WITHIN_HOURS)],
    ['events-waiting', hoursLate(oldestEventSeconds, env.EVENTS_WITHIN_HOURS)],
  ])
}

function raisedBy(name: AlarmName, figures: AlarmFigures, isOpen: boolean): number {
  const above = (value: number, most: number) => (value > most ? value : 0)
  if (name === 'job-lag') return above(figures.jobLagSeconds, longestJobLagSeconds)
  if (name === 'dead-letters') return figures.deadLetters
  if (name === 'reconciliation-difference') return figures.reconciliationDifferences
  if (name === 'import-refused') return figures.refusedImports
  if (name === 'lockouts') return above(figures.lockedLogins, mostLockedLogins)
  return isOpen && !figures.hasPostback ? above(figures.unanswered, fewestUnanswered - 1) : 0
}

/** Monday to Friday, 8 to 18 o'clock, where the cooperative is. @internal */
export function isBusinessHour(timeZone: string, now: Date): boolean {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' })
    .formatToParts(now)
    .map((part) => [part.type, part.value])
  const { weekday = '', hour = '' } = Object.fromEntries(parts) as Record<string, string>
  return !weekday.startsWith('S') && Number(hour) >= 8 && Number(hour) < 18
}

/** Logs each raised alarm as an error with `alarm`, once an hour across all processes while it lasts. */
export async function watchAlarms(deps: AlarmDeps): Promise<void> {
  const now = deps.clock.now()
  for (const [alarm, figure] of await listRaisedAlarms(deps)) {
    const once = { kind: 'alarm', subject: alarm, windowSeconds: 3600, limit: 1 }
    if ((await recordAttempt(deps.db, once, now)).allowed) deps.log.error({ alarm, figure }, 'An alarm is raised')
  }
}

const diskCheckMs = 60_000
const diskLogMs = 3_600_000

/**
 * Looks at the disks of this process every minute and logs the alarm `disk-space` once an hour while one is more than 80 % full.
 * It needs no database: with a full disk that may be what is away.
 *
 * @param readSpace of the file system; for tests.
 * @returns stops looking.
 */
export function watchDisks({ env, log }: Pick<Deps, 'env' | 'log'>, readSpace?: ReadSpace): () => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    for (const { setting, used } of await listFullDisks(env, readSpace)) {
      if (performance.now() - loggedAt < diskLogMs) return
      loggedAt = performance.now()
      log.error({ alarm: 'disk-space', setting, figure: Math.round(used * 100) }, 'A disk is more than 80 % full')
    }
  }
  void look()
  const timer = setInterval(() => void look(), diskCheckMs).unref()
  return () => clearInterval(timer)
}
