import { resolve } from 'node:path'
import { featureData } from '../features.ts'
import { systemClock } from '../platform/clock.ts'
import { parseBackupArgs, runBackupCommand } from '../platform/backup/run-backup-command.ts'
import { answering, type Command } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline backup …`: the database and the documents in a new folder, without the keys. */
export const backupCommand: Command = {
  name: 'backup',
  summary: 'Back up the database and the documents, without the keys',
  calls: [{ words: '--to DIR [--keep N]', json: true }],
  examples: ['backup --to /var/backups/coopline --keep 14'],
  run: answering(async (args, env) => {
    const words = parseBackupArgs(args)
    if (typeof words === 'string') return { output: words, exitCode: 2 }
    // The serving process may run in another folder.
    const keep = words.keep === undefined ? [] : ['--keep', String(words.keep)]
    const resolved = ['--to', resolve(words.to), ...keep]
    // The programs of PostgreSQL need a session of their own, which a pooler does not give.
    if (env.DATABASE_POOLER && env.DATABASE_OWNER_URL === undefined) {
      const output = 'DATABASE_URL leads to PgBouncer, and a backup needs PostgreSQL itself: set DATABASE_OWNER_URL.'
      return { output, exitCode: 1 }
    }
    // The serving role may not read every partition; the owner may.
    const owners = { ...env, DATABASE_URL: env.DATABASE_OWNER_URL ?? env.DATABASE_URL, DATABASE_POOLER: false }
    return runWhereTheDatabaseIs(
      'backup',
      resolved,
      owners,
      async (database) =>
        runBackupCommand(resolved, {
          env: owners,
          database,
          now: systemClock.now(),
          secrets: featureData.secrets,
        }),
      { readsAll: true },
    )
  }),
}
