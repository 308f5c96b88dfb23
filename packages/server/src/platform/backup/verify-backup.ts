import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type BackupManifest, documentsFolder, documentSumsName, readManifest, UnfitBackup } from './backup-manifest.ts'
import { readSums } from './checksums.ts'
import { runPostgresqlTool } from './postgresql-tools.ts'

/**
 * Verifies a backup that was just written: reads the whole dump as a restore does, and finds each document that the list names, in
 * the size that the manifest has for all of them.
 *
 * @throws UnfitBackup when a restore could not read the backup.
 */
export async function verifyBackup(folder: string): Promise<void> {
  const { manifest } = await readManifest(folder)
  await readDump(manifest.database, join(folder, manifest.database.file))
  const found = { count: 0, bytes: 0 }
  for await (const { path } of readSums(join(folder, documentSumsName))) {
    found.count += 1
    found.bytes += (await stat(join(folder, documentsFolder, path)).catch(() => null))?.size ?? 0
  }
  const { count, bytes } = manifest.documents
  if (found.count !== count || found.bytes !== bytes)
    throw new UnfitBackup(`The backup does not have every document: ${found.bytes} of ${bytes} bytes.`)
}

async function readDump({ kind }: BackupManifest['database'], file: string): Promise<void> {
  if (kind === 'postgresql') return runPostgresqlTool('pg_restore', null, ['--file=-', file])
  try {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    await pipeline(createReadStream(file), createGunzip(), nowhere)
  } catch (error) {
    throw new UnfitBackup(`The dump cannot be read back: ${error instanceof Error ? error.message : String(error)}`)
  }
}
