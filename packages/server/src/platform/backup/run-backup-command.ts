import { parseArgs } from 'node:util'
import type { CommandOutcome } from '../command-outcome.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import type { Env } from '../env.ts'
import type { SecretKind } from '../stored-secrets/secret-kinds.ts'
import { UnfitBackup } from './backup-manifest.ts'
import { insertBackupTaken } from './backup.store.ts'
import { deleteOldBackups, takeBackup } from './take-backup.ts'

/** Runs `backup --to DIR [--keep N]`. `env.DATABASE_URL` names the role that reads the tables. */
export async function runBackupCommand(
  args: readonly string[],
  {
    env,
    database,
    now,
    secrets,
  }: {
    readonly env: Env
    readonly database: OpenDatabase
    readonly now: Date
    readonly secrets: readonly SecretKind[]
  },
): Promise<CommandOutcome> {
  const words = parseBackupArgs(args)
  if (typeof words === 'string') return { output: words, exitCode: 2 }
  const startedAt = performance.now()
  try {
    const { folder, manifest, linked } = await takeBackup(database, {
      to: words.to,
      databaseUrl: env.DATABASE_URL,
      documentsDir: env.DOCUMENTS_DIR,
      now,
      secrets,
    })
    await insertBackupTaken(database.db, now)
    const deleted = words.keep === undefined ? [] : await deleteOldBackups(words.to, words.keep)
    const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
    const needed = manifest.keys.filter((key) => key.isNeeded).map((key) => key.keyId)
    const value = { folder, rows, documents: { ...manifest.documents, linked }, keys: needed, deleted }
    const lines = [
      `Backup ${folder}: ${rows} rows, ${manifest.documents.count} documents (${linked} unchanged), ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`,
      `The keys are not in it. Keep these keys of APP_KEYS apart from it: ${needed.join(', ') || 'none is needed yet'}.`,
      ...deleted.map((name) => `Deleted the older backup ${name}.`),
    ]
    return { output: lines.join('\n'), exitCode: 0, value }
  } catch (error) {
    if (error instanceof UnfitBackup) return { output: error.message, exitCode: 1 }
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    return { output: `The backup could not be written: ${error.message}`, exitCode: 1 }
  }
}

/** The words of `backup`, or what is wrong with them. */
export function parseBackupArgs(
  args: readonly string[],
): { readonly to: string; readonly keep: number | undefined } | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { to: { type: 'string' }, keep: { type: 'string' } },
    })
    if (values.to === undefined || values.to === '') return 'backup: give --to DIR'
    if (values.keep !== undefined && !/^[1-9]\d{0,3}$/u.test(values.keep)) return 'backup: --keep takes a number from 1'
    return { to: values.to, keep: values.keep === undefined ? undefined : Number(values.keep) }
  } catch (error) {
    return `backup: ${error instanceof Error ? error.message : String(error)}`
  }
}
