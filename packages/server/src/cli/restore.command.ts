import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { featureData } from '../features.ts'
import { UnfitBackup } from '../platform/backup/backup-manifest.ts'
import { systemClock } from '../platform/clock.ts'
import { finishRestore, isDatabaseUrl, restoreBackup } from '../platform/backup/restore-backup.ts'
import { checkDatabaseAddress, type Env } from '../platform/env.ts'
import { isDatabaseAway } from '../platform/db/is-database-away.ts'
import { keysInDataDir } from '../platform/keys.ts'
import { systemRandom } from '../platform/random.ts'
import { answering, type Command, WrongUsage } from './command.ts'

/** `coopline restore …`: a backup into a new, empty place. */
export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restore a backup into an empty place and check it against its manifest',
  calls: [
    { words: '--from BACKUP --to postgres://…|DATA_DIR [--documents DIR]', json: true },
    { words: '--after-recovery --to postgres://…', json: true },
  ],
  examples: [
    'restore --from /var/backups/coopline/coopline-20261123T013000Z --to postgres://coopline_owner@localhost/coopline_restored --documents /srv/restored',
  ],
  run: answering(async (args, env) => {
    const { from, to, documents } = parseWords(args, env)
    const startedAt = performance.now()
    const now = systemClock.now()
    const { afterRestore } = featureData
    try {
      if (from === undefined) {
        await finishRestore({ to, env, now, afterRestore })
        return { output: prepared, exitCode: 0, value: { takenAt: null } }
      }
      const keys = env.APP_KEYS ?? keysBeside(isDatabaseUrl(to) ? env.DATA_DIR : to)
      const manifest = await restoreBackup({ from, to, documentsDir: documents, keys, env, now, afterRestore })
      const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
      const { documents: stored, takenAt } = manifest
      return {
        output: [
          `Restored ${rows} rows and ${stored.count} documents as of ${takenAt}, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`,
          'Row counts, migrations and the ledger checksum are those of the manifest.',
          prepared,
          'Run "coopline migrate" before the first start when one role owns and another serves.',
        ].join('\n'),
        exitCode: 0,
        value: { takenAt, rows, documents: stored.count },
      }
    } catch (error) {
      const isKnown =
        error instanceof UnfitBackup || isDatabaseAway(error) || (error instanceof Error && 'syscall' in error)
      if (!isKnown || !(error instanceof Error)) throw error
      return { output: error.message, exitCode: 1 }
    }
  }),
}

const prepared = 'Every session has ended. New rows have numbers that none had before, also since the backup.'

/** @throws WrongUsage */
function parseWords(args: readonly string[], env: Env) {
  try {
    const text = { type: 'string' } as const
    const options = { from: text, to: text, documents: text, 'after-recovery': { type: 'boolean' } } as const
    const {
      from,
      to,
      documents,
      'after-recovery': isRecovered = false,
    } = parseArgs({ args: [...args], options }).values
    if (to === undefined || (from === undefined) !== isRecovered)
      throw new WrongUsage('restore: give --from BACKUP and --to')
    if (isRecovered && !isDatabaseUrl(to)) throw new WrongUsage('restore: --after-recovery takes a postgres:// address')
    const fault = isDatabaseUrl(to) ? checkDatabaseAddress(to, env) : null
    if (fault !== null) throw new WrongUsage(`restore: --to: ${fault}`)
    return { from, to, documents }
  } catch (error) {
    throw error instanceof WrongUsage ? error : new WrongUsage(`restore: ${String(error)}`)
  }
}

/** The keys in a data folder; none when it has none, because a restore must not make new ones. */
const keysBeside = (dataDir: string): NonNullable<Env['APP_KEYS']> =>
  existsSync(join(dataDir, 'app.key')) ? keysInDataDir(dataDir, 'app', systemRandom) : []
