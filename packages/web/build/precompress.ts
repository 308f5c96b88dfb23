import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const client = join(import.meta.dirname, '../dist/client')
const compressible = /\.(?:css|js|json|mjs|pfb|svg|ttf|txt|wav)$/u

/** Writes `file.br` and `file.gz` beside every file that gets smaller by it; the server sends them as they are. */
async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    const bytes = await readFile(path)
    const small = await brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
    if (small.length >= bytes.length) continue
    await writeFile(`${path}.br`, small)
    await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }))
  }
}

await precompress(client)
