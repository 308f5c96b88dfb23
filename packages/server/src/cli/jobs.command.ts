import { runJobsCommand } from '../platform/jobs/run-jobs-command.ts'
import { isOneSentence } from '../platform/command.ts'
import { answering, type Command } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline jobs …`: the jobs that failed every attempt, and scheduled jobs ahead of their time. */
export const jobsCommand: Command = {
  name: 'jobs',
  summary: 'List, retry or drop jobs that failed every attempt, or run a scheduled job now',
  calls: [
    { words: 'list', json: true },
    { words: 'names', json: true },
    { words: 'retry [NAME]', json: isOneSentence },
    { words: 'drop [NAME]', json: isOneSentence },
    { words: 'run NAME', json: isOneSentence },
  ],
  examples: ['jobs list --json', 'jobs names', 'jobs run delete-expired'],
  run: answering(async (args, env) =>
    runWhereTheDatabaseIs('jobs', args, env, async (database) => runJobsCommand(args, database)),
  ),
}
