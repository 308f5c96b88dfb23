import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { readCsv } from './read-csv.ts'

/** The optional list of a bundle's files, with which the import notices an incomplete transfer. */
const manifestName = 'manifest.json'

/** One file of each kind, with room for long lines. */
const mostBytes = 65_536

const manifest = z.strictObject({
  format: z.literal('coopline-bundle/1'),
  files: z
    .record(
      z.string(),
      z.strictObject({
        rows: z.int().min(0).meta({ description: 'Rows after the header; empty lines do not count' }),
        sha256: z
          .string()
          .regex(/^[0-9A-Fa-f]{64}$/u)
          .meta({ description: 'SHA-256 of the bytes of the file, as 64 hexadecimal digits' }),
      }),
    )
    .meta({ description: 'Every file of the bundle by its name, such as bills.csv' }),
})

/** The JSON Schema of a bundle's manifest, published as `docs/bundle/manifest.schema.json`. */
export const manifestSchema = (): object => z.toJSONSchema(manifest, { io: 'input' })

/** One difference between the manifest and the folder. */
export interface ManifestFault {
  readonly file: string
  readonly reason: string
}

/**
 * Compares the files of a bundle with its manifest.
 *
 * @param names the files of the bundle that are in the folder.
 * @returns all differences; `undefined` when the folder has no manifest.
 */
export async function checkManifest(
  directory: string,
  names: readonly string[],
): Promise<readonly ManifestFault[] | undefined> {
  const path = join(directory, manifestName)
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return undefined
  const refuse = (reason: string) => [{ file: manifestName, reason }]
  if (!found.isFile() || found.size > mostBytes) return refuse(`is no file of at most ${mostBytes} bytes`)
  const read = manifest.safeParse(parsed(await readFile(path, 'utf8')))
  if (!read.success) return refuse(`is no manifest of a bundle: ${reasonOf(read.error)}`)
  const listed = new Map(Object.entries(read.data.files))
  const faults: ManifestFault[] = [
    ...[...listed.keys()]
      .filter((name) => !names.includes(name))
      .map((file) => ({ file, reason: `is listed in ${manifestName} and not in the bundle` })),
    ...names
      .filter((name) => !listed.has(name))
      .map((file) => ({ file, reason: `is in the bundle and not listed in ${manifestName}` })),
  ]
  for (const [file, facts] of listed) {
    const reason = names.includes(file) ? await differenceOf(join(directory, file), facts) : undefined
    if (reason !== undefined) faults.push({ file, reason })
  }
  return faults
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''))
  } catch {
    return undefined
  }
}

function reasonOf({ issues: [first] }: z.ZodError): string {
  if (first === undefined) return ''
  return first.path.length === 0 ? 'it is no object of JSON' : `${first.path.join('.')}: ${first.message}`
}

/** Returns the difference between a file and its entry in the manifest in words, or `undefined` when they agree. */
async function differenceOf(
  path: string,
  { rows, sha256 }: { readonly rows: number; readonly sha256: string },
): Promise<string | undefined> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  if (hash.digest('hex') !== sha256.toLowerCase())
    return `differs from its SHA-256 in ${manifestName}; it is incomplete or was changed`
  let lines = 0
  for await (const block of readCsv(path, { isComplete: true })) lines += block.rows.length
  const counted = Math.max(0, lines - 1)
  return counted === rows ? undefined : `has ${counted} rows and ${rows} in ${manifestName}`
}
