import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { systemClock } from '../clock.ts'
import { listAppliedMigrations } from '../backup/backup.store.ts'
import { checkPostgresql, UnfitDatabase } from '../db/check-postgresql.ts'
import { createDatabaseClock } from '../db/database-clock.ts'
import { findTooPowerfulRole } from '../db/database-roles.ts'
import { isBeforeBaseline, readMigrations } from '../db/migrate.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import type { Env } from '../env.ts'
import type { CollectedData } from '../feature-data.ts'
import { type AlarmFigures, readAlarmFigures } from '../health/alarms.store.ts'
import { listLate } from '../health/alarms.ts'
import { hasJobTables, listRetriedJobs } from '../jobs/given-up-jobs.store.ts'
import { createKeys, type Key } from '../keys.ts'
import { readUrgentAges } from '../messages/message.store.ts'
import { deleteExpiredJob } from '../retention/delete-expired.job.ts'
import { listKeyFaults } from '../stored-secrets/check-keys.ts'
import type { SecretKind } from '../stored-secrets/secret-kinds.ts'
import { readLastRun, readNewestBillDay } from './doctor.store.ts'
import { checkReplica } from './check-replica.ts'
import { causeOf, fault, type Finding, ok, warning } from './finding.ts'

/** The clock differences in milliseconds above which the doctor warns, and above which retention stops. */
const [largestSkewMs, absurdSkewMs] = [5_000, 86_400_000]
const longestJobLagSeconds = 300
const longestUnsentSeconds = 900
const retentionHours = 3
const oldestBillDays = 40

export interface DatabaseParts {
  readonly env: Env
  /** null when it could not be opened. */
  readonly database: OpenDatabase | null
  /** The keys that the portal would use; empty when it has none. */
  readonly keys: readonly Key[]
  /** The kinds of stored secrets, which need their keys. */
  readonly secrets: readonly SecretKind[]
  readonly examine: CollectedData['examine']
  /** The time of this machine. */
  readonly now?: Date
}

/** Checks everything that the database knows. The first finding says whether it answers; without it there are no others. */
export async function checkDatabase(parts: DatabaseParts): Promise<readonly Finding[]> {
  const { env, database } = parts
  const advice =
    env.DATABASE_URL === undefined
      ? 'Set DATA_DIR to the portal’s data folder, or DATABASE_URL.'
      : 'Start PostgreSQL, and check host, port, user and password in DATABASE_URL.'
  if (database === null) return [fault('database', 'There is no embedded database in DATA_DIR.', advice)]
  try {
    await checkPostgresql(database, env.NODE_ENV)
    const applied = await listAppliedMigrations(database.db)
    const schema = checkMigrations(applied)
    const answering = ok('database', `It answers (${database.kind}).`)
    if (schema.status === 'fault') return [answering, schema]
    const [role, replica] = [await checkRole(parts, database), await checkReplica(env, database)]
    return [answering, schema, role, ...replica, ...(await checkContents(parts, database))]
  } catch (error) {
    if (error instanceof UnfitDatabase) return [fault('database', error.message, 'Change the database server.')]
    return [fault('database', `It does not answer: ${causeOf(error)}.`, advice)]
  }
}

function checkMigrations(applied: readonly { readonly name: string; readonly hash: string }[]): Finding {
  if (isBeforeBaseline(applied.map(({ name }) => name)))
    return fault('migrations', 'A version before 1.0 made this database.', 'Create a new database and import again.')
  const known = new Map(readMigrations().map((one) => [one.name, one.hash]))
  const foreign = applied.filter((one) => known.get(one.name) !== one.hash)
  const missing = [...known.keys()].filter((name) => !applied.some((one) => one.name === name))
  if (foreign.length > 0)
    return fault(
      'migrations',
      `The database has ${foreign[0]?.name ?? ''}, which this version does not have in that form.`,
      'Start the newer version of the portal.',
    )
  if (missing.length > 0)
    return fault('migrations', `${missing.length} are missing, from ${missing[0] ?? ''} on.`, 'Run "coopline migrate".')
  return ok('migrations', `All ${applied.length} are applied.`)
}

async function checkRole({ env }: DatabaseParts, database: OpenDatabase): Promise<Finding> {
  if (database.kind === 'pglite')
    return ok('database role', 'The embedded database has one role, which owns all tables.')
  const found = await findTooPowerfulRole(database)
  if (found === null) return ok('database role', 'It owns no table.')
  const level = env.NODE_ENV === 'production' ? fault : warning
  return level(
    'database role',
    `${found.role} is ${found.reason === 'owner' ? 'the owner of tables' : 'a superuser'} and could change the ledger and the audit.`,
    'Use two roles (docs/OPERATIONS.md, "In production").',
  )
}

async function checkContents(parts: DatabaseParts, database: OpenDatabase): Promise<readonly Finding[]> {
  const clock = createDatabaseClock({ db: database.db, log: { warn: () => {}, error: () => {} } })
  await clock.synchronize()
  const [now, machine] = [clock.now(), parts.now ?? systemClock.now()]
  const figures = await readAlarmFigures(database.db, now)
  const failing = (await hasJobTables(database.db)) ? (await listRetriedJobs(database.db)).map(({ name }) => name) : []
  const oldest = Math.max(0, ...(await readUrgentAges(database.db, now)).map((row) => row.seconds))
  return [
    checkClock(machine.getTime() - now.getTime()),
    await checkKeyIds(parts, database),
    figures.deadLetters > 0
      ? warning('failed jobs', `${figures.deadLetters} jobs were given up.`, 'Run "coopline jobs list".')
      : failing.length > 0
        ? warning('failed jobs', `The last attempt failed: ${failing.join(', ')}.`, 'Run "coopline jobs list".')
        : ok('failed jobs', 'None.'),
    figures.jobLagSeconds > longestJobLagSeconds
      ? warning(
          'waiting jobs',
          `The oldest has waited for ${minutes(figures.jobLagSeconds)}.`,
          'Check that a process with WORKERS=Y runs, and its log.',
        )
      : ok('waiting jobs', 'None waits for long.'),
    oldest > longestUnsentSeconds
      ? warning(
          'messages',
          `The oldest code or link has waited for ${minutes(oldest)}.`,
          'Check mail and the text service, and that a process with WORKERS=Y runs.',
        )
      : ok('messages', 'No code or link waits for long.'),
    ...checkLate(parts.env, figures),
    failing.includes(deleteExpiredJob.name)
      ? fault('retention', 'The last run failed: old rows are kept.', 'Run "coopline jobs list".')
      : checkRetention(await readLastRun(database.db, deleteExpiredJob.name), now),
    ...(await examineSlices(parts, database, now)),
    checkImports(await readNewestBillDay(database.db, calendarDateIn('UTC', now)), now),
  ]
}

/** The findings of the slices, by name. */
async function examineSlices({ examine }: DatabaseParts, { db }: OpenDatabase, now: Date): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const one of examine) findings.push(await one(db, now))
  return findings.toSorted((a, b) => (a.check < b.check ? -1 : 1))
}

/** The last backup, and whether the cooperative's systems take the events. */
function checkLate(env: Env, figures: AlarmFigures): readonly Finding[] {
  const late = listLate({ ...env, NODE_ENV: 'production' }, figures)
  const [backup, events] = [late.get('backup-missing') ?? 0, late.get('events-waiting') ?? 0]
  return [
    backup > 0
      ? warning(
          'backup',
          `The last verified one was ${backup} hours ago, or there is none.`,
          'Check the job that runs "coopline backup" (docs/OPERATIONS.md, "Backup"), or set BACKUP_WITHIN_HOURS.',
        )
      : ok('backup', env.BACKUP_WITHIN_HOURS === 0 ? 'Made by other means.' : 'None is overdue.'),
    events > 0
      ? warning(
          'events',
          `The oldest has waited for ${events} hours: the cooperative’s systems take none.`,
          'Check the program that reads "coopline events list" or the API, and acknowledges.',
        )
      : ok('events', env.EVENTS_WITHIN_HOURS === 0 ? 'Not watched.' : 'None has waited too long.'),
  ]
}

const minutes = (seconds: number): string => `${Math.round(seconds / 60)} minutes`

function checkClock(skewMs: number): Finding {
  const seconds = `${Math.round(Math.abs(skewMs) / 1000)} seconds`
  const advice = 'Turn on time synchronization (timedatectl set-ntp true) here and on the database server.'
  if (Math.abs(skewMs) > absurdSkewMs)
    return fault('clock', `This machine and the database differ by ${seconds}: retention has stopped.`, advice)
  if (Math.abs(skewMs) > largestSkewMs)
    return warning('clock', `This machine and the database differ by ${seconds}.`, advice)
  return ok('clock', 'This machine and the database agree.')
}

async function checkKeyIds({ keys, secrets }: DatabaseParts, database: OpenDatabase): Promise<Finding> {
  const faults = await listKeyFaults({ db: database.db, keys: createKeys(keys), secrets })
  const [current] = keys
  if (faults.length > 0)
    return fault('keys', faults.join(' '), 'Put the keys back into APP_KEYS (docs/OPERATIONS.md, "Changing keys").')
  return current === undefined
    ? fault('keys', 'There is no key.', 'Set APP_KEYS (docs/OPERATIONS.md, "In production").')
    : ok('keys', `Every stored secret has its key; the current one is ${current.kid}.`)
}

function checkRetention(last: Date | null, now: Date): Finding {
  const advice = 'Check that a process with WORKERS=Y runs, and "coopline jobs list".'
  if (last === null) return warning('retention', 'No run is known.', advice)
  const hours = (now.getTime() - last.getTime()) / 3_600_000
  return hours > retentionHours
    ? warning('retention', `The last run was ${Math.round(hours)} hours ago.`, advice)
    : ok('retention', `The last run ended at ${last.toISOString()}.`)
}

function checkImports(newest: string | null, now: Date): Finding {
  const advice = 'Check the job that runs "coopline import", and its report.'
  if (newest === null) return warning('imports', 'There are no bills: nothing was imported.', advice)
  const days = Math.floor((now.getTime() - Date.parse(newest)) / 86_400_000)
  return days > oldestBillDays
    ? warning('imports', `The newest bill is ${days} days old.`, advice)
    : ok('imports', `The newest bill is of ${newest}.`)
}
