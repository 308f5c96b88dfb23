import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readMigrations } from '../db/migrate.ts'
import type { Key } from '../keys.ts'
import { createKeys } from '../keys.ts'
import { fingerprintsOf } from '../stored-secrets/check-keys.ts'

/** Thrown when a backup cannot be restored here; the message says why and what to do. */
export class UnfitBackup extends Error {}

export const manifestName = 'manifest.json'
/** Checksums of the copied documents, one line each, as `sha256sum` writes them. */
export const documentSumsName = 'documents.sha256'
export const documentsFolder = 'documents'

const count = z.int().nonnegative()
const manifestSchema = z.object({
  format: z.literal(1),
  portalVersion: z.string(),
  takenAt: z.iso.datetime(),
  database: z.object({ kind: z.enum(['pglite', 'postgresql']), majorVersion: count, file: z.string() }),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** Rows per table, `schema.table`. */
  tables: z.record(z.string(), count),
  /** Counts, the sum of all amounts in cents (0 in a balanced ledger), and a checksum that no order of rows changes. */
  ledger: z.object({ bookings: count, entries: count, sum: z.string(), checksum: z.string() }),
  /** Ids and fingerprints of the keys that the database knows. The keys themselves are never in a backup. */
  keys: z.array(z.object({ keyId: z.string(), fingerprint: z.string().nullable(), isNeeded: z.boolean() })),
  documents: z.object({ count, bytes: count }),
  files: z.array(z.object({ path: z.string(), bytes: count, sha256: z.string() })),
})

/** The manifest of a backup: written with it, checked before and after a restore. */
export type BackupManifest = z.output<typeof manifestSchema>

/**
 * Reads the manifest of a backup.
 *
 * @param from the folder of the backup, or its `manifest.json`.
 * @returns the manifest and the folder.
 * @throws UnfitBackup when there is none or it is damaged.
 */
export async function readManifest(
  from: string,
): Promise<{ readonly manifest: BackupManifest; readonly folder: string }> {
  const isFolder = await stat(from).then(
    (facts) => facts.isDirectory(),
    () => false,
  )
  const file = isFolder ? join(from, manifestName) : from
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UnfitBackup(`There is no backup at ${from}: ${file} cannot be read.`)
  })
  try {
    return { manifest: manifestSchema.parse(JSON.parse(text)), folder: join(file, '..') }
  } catch {
    throw new UnfitBackup(`The manifest ${file} is damaged, or a newer version of the portal wrote it.`)
  }
}

/**
 * Checks that this version of the portal knows the schema of the backup.
 *
 * @throws UnfitBackup naming the version that made the backup.
 */
export function requireKnownVersion(manifest: BackupManifest): void {
  const known = new Map(readMigrations().map(({ name, hash }) => [name, hash]))
  const foreign = manifest.migrations.find(({ name, hash }) => known.get(name) !== hash)
  if (foreign !== undefined)
    throw new UnfitBackup(
      `Version ${manifest.portalVersion} of the portal made this backup, with the migration ${foreign.name}, which this version does not have in that form. Restore with version ${manifest.portalVersion}, then upgrade.`,
    )
}

/**
 * Checks that the keys open what the backup stores.
 *
 * @param roots the keys of APP_KEYS.
 * @throws UnfitBackup naming the key ids that are missing or have another secret.
 */
export function requireKeys(manifest: BackupManifest, roots: readonly Key[]): void {
  const given = new Map(
    fingerprintsOf(createKeys(roots)).map((key) => [key.keyId, Buffer.from(key.fingerprint).toString('hex')]),
  )
  const missing = manifest.keys.filter((key) => key.isNeeded && !given.has(key.keyId))
  const changed = manifest.keys.filter(
    ({ keyId, fingerprint }) => fingerprint !== null && given.has(keyId) && given.get(keyId) !== fingerprint,
  )
  const faults = [
    ...missing.map(({ keyId }) => `  - the key "${keyId}" is missing`),
    ...changed.map(({ keyId }) => `  - the key "${keyId}" has another secret than when the backup was taken`),
  ]
  if (faults.length > 0)
    throw new UnfitBackup(
      ['APP_KEYS cannot open what this backup stores:', ...faults, 'Keys are kept apart from backups.'].join('\n'),
    )
}
