import type { Deps } from '../deps.ts'
import type { CollectedData } from '../feature-data.ts'
import { recordAttempt } from '../attempts/record-attempt.ts'
import { type AlarmFigures, readAlarmFigures } from './alarms.store.ts'
import { listFullDisks, type ReadSpace } from './disk-space.ts'
import type { Severity, SliceAlarm } from './slice-health.ts'

/** The platform's own alarms that look at the database, with their severity. Slices have others (`SliceHealth`). */
const ownAlarms = {
  'job-lag': 'page',
  'dead-letters': 'ticket',
  'import-refused': 'ticket',
  'backup-missing': 'ticket',
  'events-waiting': 'ticket',
} as const satisfies Readonly<Record<string, Severity>>
type OwnAlarm = keyof typeof ownAlarms

/** The severity of each alarm with a metric. `server-errors` (`error-ratio.ts`) and `disk-space` are each process's own. */
export const severitiesOf = ({ health }: CollectedData): Readonly<Record<string, Severity>> => ({
  ...Object.fromEntries(alarmsOf(health).map(({ name, severity }) => [name, severity])),
  ...ownAlarms,
  'server-errors': 'page',
  'disk-space': 'page',
})

const alarmsOf = (health: CollectedData['health']): readonly SliceAlarm[] => health.flatMap(({ alarms = [] }) => alarms)

const longestJobLagSeconds = 300

type AlarmDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'settings' | 'log' | 'featureData'>

/** The alarms that are raised now, with the figure of each. */
export async function listRaisedAlarms(deps: AlarmDeps): Promise<ReadonlyMap<string, number>> {
  const now = deps.clock.now()
  const figures = new Map<string, number>(listOwn(deps.env, await readAlarmFigures(deps.db, now)))
  const isOpen = isBusinessHour(deps.settings.current().timeZone, now)
  for (const { name, count, most = 0, isForBusinessHours = false } of alarmsOf(deps.featureData.health))
    if (isOpen || !isForBusinessHours) figures.set(name, above(await count(deps.db, now), most))
  return new Map([...figures].filter(([, by]) => by > 0))
}

const above = (value: number, most: number): number => (value > most ? value : 0)

/** The platform's own alarms with their figures; 0 where an alarm is not raised. */
const listOwn = (
  env: Parameters<typeof listLate>[0],
  figures: AlarmFigures,
): readonly (readonly [OwnAlarm, number])[] => [
  ['job-lag', above(figures.jobLagSeconds, longestJobLagSeconds)],
  ['dead-letters', figures.deadLetters],
  ['import-refused', figures.refusedImports],
  ...listLate(env, figures),
]

/** Lists the alarms about backups and events that are overdue, with the hours since the last backup and since the oldest event. */
export function listLate(
  env: Pick<Deps['env'], 'NODE_ENV' | 'BACKUP_WITHIN_HOURS' | 'EVENTS_WITHIN_HOURS'>,
  { backupSeconds, oldestEventSeconds }: Pick<AlarmFigures, 'backupSeconds' | 'oldestEventSeconds'>,
): ReadonlyMap<OwnAlarm, number> {
  const hoursLate = (seconds: number, within: number) => {
    const hours = Math.floor(seconds / 3600)
    return env.NODE_ENV === 'production' && within > 0 && hours >= within ? hours : 0
  }
  return new Map([
    ['backup-missing', hoursLate(backupSeconds, env.BACKUP_WITHIN_HOURS)],
    ['events-waiting', hoursLate(oldestEventSeconds, env.EVENTS_WITHIN_HOURS)],
  ])
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
