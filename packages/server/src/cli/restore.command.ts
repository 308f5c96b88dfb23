import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { UnfitBackup } from '../platform/backup/backup-manifest.ts'
import { systemClock } from '../platform/clock.ts'
import { finishRestore, isDatabaseUrl, restoreBackup } from '../platform/backup/restore-backup.ts'
import type { Env } from '../platform/env.ts'
import { isDatabaseAway } from '../platform/db/is-database-away.ts'
import { keysInDataDir } from '../platform/keys.ts'
import { systemRandom } from '../platform/random.ts'
import { type Command, WrongUsage } from './command.ts'

/** `coopline restore …`: a backup into a new, empty place. */
export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restore a backup into an empty place and check it against its manifest',
  usage: 'restore --from BACKUP --to postgres://…|DATA_DIR [--documents DIR] | --after-recovery --to postgres://…',
  examples: [
    'restore --from /var/backups/coopline/coopline-20261123T013000Z --to postgres://coopline_owner@localhost/coopline_restored --documents /srv/restored',
  ],
  run: async (args, env) => {
    const { from, to, documents } = parseWords(args)
    const startedAt = performance.now()
    const now = systemClock.now()
    try {
      if (from === undefined) {
        await finishRestore({ to, now })
        console.log(prepared)
        return 0
      }
      const keys = env.APP_KEYS ?? keysBeside(isDatabaseUrl(to) ? env.DATA_DIR : to)
      const manifest = await restoreBackup({ from, to, documentsDir: documents, keys, now })
      const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
      console.log(
        [
          `Restored ${rows} rows and ${manifest.documents.count} documents as of ${manifest.takenAt}, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`,
          'Row counts, migrations and the ledger checksum are those of the manifest.',
          prepared,
          'Run "coopline migrate" before the first start when one role owns and another serves.',
        ].join('\n'),
      )
      return 0
    } catch (error) {
      const isKnown =
        error instanceof UnfitBackup || isDatabaseAway(error) || (error instanceof Error && 'syscall' in error)
      if (!isKnown || !(error instanceof Error)) throw error
      console.error(error.message)
      return 1
    }
  },
}

const prepared = 'Every session has ended. New rows have numbers that none had before, also since the backup.'

function parseWords(args: readonly string[]) {
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
    return { from, to, documents }
  } catch (error) {
    throw error instanceof WrongUsage ? error : new WrongUsage(`restore: ${String(error)}`)
  }
}

/** The keys in a data folder; none when it has none, because a restore must not make new ones. */
const keysBeside = (dataDir: string): NonNullable<Env['APP_KEYS']> =>
  existsSync(join(dataDir, 'app.key')) ? keysInDataDir(dataDir, 'app', systemRandom) : []
