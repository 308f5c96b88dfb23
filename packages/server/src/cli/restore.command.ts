import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { UnfitBackup } from '../platform/backup/backup-manifest.ts'
import { isDatabaseUrl, restoreBackup } from '../platform/backup/restore-backup.ts'
import type { Env } from '../platform/env.ts'
import { isDatabaseAway } from '../platform/db/is-database-away.ts'
import { keysInDataDir } from '../platform/keys.ts'
import { systemRandom } from '../platform/random.ts'
import { type Command, WrongUsage } from './command.ts'

/** `coopline restore …`: a backup into a new, empty place. */
export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restore a backup into an empty place and check it against its manifest',
  usage: 'restore --from BACKUP --to postgres://…|DATA_DIR [--documents DIR]',
  run: async (args, env) => {
    const { from, to, documents } = parseWords(args)
    const startedAt = performance.now()
    try {
      const keys = env.APP_KEYS ?? keysBeside(isDatabaseUrl(to) ? env.DATA_DIR : to)
      const manifest = await restoreBackup({ from, to, documentsDir: documents, keys })
      const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
      console.log(
        [
          `Restored ${rows} rows and ${manifest.documents.count} documents as of ${manifest.takenAt}, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`,
          'Row counts, migrations and the ledger checksum are those of the manifest.',
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

function parseWords(args: readonly string[]) {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' }, documents: { type: 'string' } } as const
    const { from, to, documents } = parseArgs({ args: [...args], options }).values
    if (from === undefined || to === undefined) throw new WrongUsage('restore: give --from BACKUP and --to')
    return { from, to, documents }
  } catch (error) {
    throw error instanceof WrongUsage ? error : new WrongUsage(`restore: ${String(error)}`)
  }
}

/** The keys in a data folder; none when it has none, because a restore must not make new ones. */
const keysBeside = (dataDir: string): NonNullable<Env['APP_KEYS']> =>
  existsSync(join(dataDir, 'app.key')) ? keysInDataDir(dataDir, 'app', systemRandom) : []
