import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UnfitBackup } from './backup-manifest.ts'

interface Sum {
  readonly bytes: number
  readonly sha256: string
}

/** Reads a file and, when `copy` names a new file, writes it there. @returns its size and SHA-256 as hex. */
export async function sumFile(file: string, copy?: string): Promise<Sum> {
  const hash = createHash('sha256')
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, copy === undefined ? undefined : chunk)
    },
  })
  if (copy === undefined) await pipeline(createReadStream(file), counted.resume())
  else {
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
    await pipeline(createReadStream(file), counted, createWriteStream(copy, { mode: 0o600, flags: 'wx' }))
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** The lines of a list of checksums. @throws UnfitBackup for a line that is none. */
export async function* readSums(file: string): AsyncGenerator<{ readonly path: string; readonly sha256: string }> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const [, sha256, path] = /^([0-9a-f]+) {2}([^/].*)$/u.exec(line) ?? []
    if (sha256?.length !== 64 || path === undefined || path.split('/').includes('..'))
      throw new UnfitBackup(`${file} has a line that is no checksum of a document.`)
    yield { path, sha256 }
  }
}

/** @throws UnfitBackup when the file is missing or its checksum differs. */
export async function requireSum(file: string, sha256: string, copy?: string): Promise<void> {
  const found = await sumFile(file, copy).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? new UnfitBackup(`The backup is incomplete: ${file} is missing.`) : error
  })
  if (found.sha256 !== sha256)
    throw new UnfitBackup(`The backup is damaged: the checksum of ${file} differs. Use another backup.`)
}
