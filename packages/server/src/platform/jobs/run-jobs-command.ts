import { type CommandOutcome, escapeControls } from '../command-outcome.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import {
  type FailedJobs,
  hasJobTables,
  listGivenUpJobs,
  listRetriedJobs,
  listScheduledJobs,
  removeGivenUpJobs,
} from './given-up-jobs.store.ts'
import { retryGivenUpJobs, runScheduledJob } from './pg-boss-jobs.ts'

/**
 * Runs `jobs list | names | retry [NAME] | drop [NAME] | run NAME`. `names` lists the scheduled jobs; `list` shows the jobs that failed every attempt, which raise the alarm
 * `dead-letters`, and those that failed and are tried again; `run` starts a scheduled job ahead of its time. A job that is
 * retried has all its attempts again.
 */
export async function runJobsCommand(args: readonly string[], database: OpenDatabase): Promise<CommandOutcome> {
  const [verb, name, ...rest] = args
  if (verb === 'run' && name !== undefined && rest.length === 0) return runNow(database, name)
  if (verb === 'names' && name === undefined) return listNames(database)
  if (rest.length > 0 || (verb !== 'list' && verb !== 'retry' && verb !== 'drop') || (verb === 'list' && name))
    return { output: 'jobs: give list, names, retry, drop or run NAME', exitCode: 2 }
  const hasTables = await hasJobTables(database.db)
  if (verb === 'list') return listFailed(database, hasTables)
  const givenUp = hasTables ? await listGivenUpJobs(database.db) : []
  if (givenUp.length === 0 && name === undefined) return { output: nothing, exitCode: 0 }
  if (name !== undefined && !givenUp.some((one) => one.name === name))
    return { output: `No job with the name ${name} was given up.`, exitCode: 1 }
  if (verb === 'drop') return { output: `Jobs removed: ${await removeGivenUpJobs(database.db, name)}`, exitCode: 0 }
  return { output: `Jobs retried: ${await retryGivenUpJobs(database, name)}`, exitCode: 0 }
}

/** The scheduled jobs with their schedules, which the portal notes in the database when it starts. */
async function listNames({ db }: OpenDatabase): Promise<CommandOutcome> {
  const scheduled = (await hasJobTables(db)) ? await listScheduledJobs(db) : []
  return {
    output:
      scheduled.map(({ name, cron }) => `${name} (${cron})`).join('\n') || 'No portal has started on this database.',
    exitCode: 0,
    value: scheduled,
  }
}

async function runNow(database: OpenDatabase, name: string): Promise<CommandOutcome> {
  const isQueued = (await hasJobTables(database.db)) && (await runScheduledJob(database, name))
  if (!isQueued) return { output: `No job with the name ${name} has a schedule.`, exitCode: 1 }
  return { output: `The portal will run ${name} next.`, exitCode: 0 }
}

const nothing = 'No job was given up.'

async function listFailed({ db }: OpenDatabase, hasTables: boolean): Promise<CommandOutcome> {
  const givenUp = hasTables ? await listGivenUpJobs(db) : []
  const retried = hasTables ? await listRetriedJobs(db) : []
  const lines = [
    ...(givenUp.length === 0 ? [nothing] : givenUp.map(describeJobs)),
    ...retried.map((one) => `${describeJobs(one)} (tried again)`),
  ]
  return { output: lines.join('\n'), exitCode: 0, value: { givenUp, retried } }
}

const describeJobs = ({ name, count, newestAt, error }: FailedJobs): string =>
  `${name}: ${count}, the newest at ${newestAt.toISOString()}: ${escapeControls(error.slice(0, 200))}`
