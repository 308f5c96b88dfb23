import { runJobsCommand } from '../platform/jobs/run-jobs-command.ts'
import { type Command, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline jobs …`: the jobs that failed every attempt, and scheduled jobs ahead of their time. */
export const jobsCommand: Command = {
  name: 'jobs',
  summary: 'List, retry or drop jobs that failed every attempt, or run a scheduled job now',
  usage: 'jobs list [--json] | names | retry [NAME] | drop [NAME] | run NAME',
  examples: ['jobs list --json', 'jobs names', 'jobs run delete-expired'],
  run: async (args, env) => {
    const outcome = await runWhereTheDatabaseIs('jobs', args, env, async (database) => runJobsCommand(args, database))
    if (outcome.exitCode === 2) throw new WrongUsage(outcome.output)
    if (outcome.exitCode === 0) console.log(outcome.output)
    else console.error(outcome.output)
    return outcome.exitCode
  },
}
