import { createWriteStream, existsSync, type Stats } from 'node:fs'
import { link, mkdir, readdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UnfitBackup } from './backup-manifest.ts'
import { readSums, sumFile } from './checksums.ts'

export interface CopiedDocuments {
  readonly count: number
  readonly bytes: number
  /** The number of documents that are links to the copy in the former backup. */
  readonly linked: number
}

interface Place {
  readonly folder: string
  /** The file with the checksums, one line for each document, as `sha256sum` writes them. */
  readonly sums: string
}

/**
 * Copies every regular file of a folder and writes their checksums. A file with the size and the time of its copy in the former
 * backup becomes a hard link to that copy: PDF files do not change, and a copy of all of them each night would fill any disk.
 * Links in the folder itself are not followed.
 *
 * @throws UnfitBackup for a file name with a line break or backslash, which a list of lines cannot hold.
 */
export async function copyFolder(from: string, to: Place, former?: Place): Promise<CopiedDocuments> {
  const list = createWriteStream(to.sums, { mode: 0o600 })
  const total = { count: 0, bytes: 0, linked: 0 }
  const sumOfFormer = followSums(former)
  for await (const path of listFiles(from)) {
    if (/[\r\n\\]/u.test(path)) throw new UnfitBackup(`Rename ${JSON.stringify(path)}: a backup cannot list that name.`)
    const [source, copy, found] = [join(from, path), join(to.folder, path), await stat(join(from, path))]
    const known = await sumOfFormer(path)
    const isLinked =
      known !== null && former !== undefined && (await linkUnchanged(join(former.folder, path), copy, found))
    const { bytes, sha256 } = isLinked ? { bytes: found.size, sha256: known } : await sumFile(source, copy)
    // The next backup compares it. A file that changes meanwhile has a later time by then.
    if (!isLinked) await utimes(copy, found.atime, found.mtime)
    list.write(`${sha256}  ${path}\n`)
    total.count += 1
    total.bytes += bytes
    total.linked += isLinked ? 1 : 0
  }
  await new Promise<void>((closed, failed) => list.end((error?: Error | null) => (error ? failed(error) : closed())))
  return total
}

/** Every regular file below a folder, with `/`, in the order of `compareNames`: the lists of two backups can be read side by side. */
async function* listFiles(folder: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => compareNames(a.name, b.name))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) yield* listFiles(folder, path)
    else if (entry.isFile()) yield path
  }
}

const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares two paths as `listFiles` orders them. */
function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const order = compareNames(left[at] ?? '', right[at] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length
}

/**
 * The checksums of a former backup, asked for in the order of `listFiles`, so that a list of millions is never in memory. A list in
 * another order has fewer answers.
 */
function followSums(former: Place | undefined): (path: string) => Promise<string | null> {
  if (former === undefined || !existsSync(former.sums)) return async () => null
  const lines = readSums(former.sums)[Symbol.asyncIterator]()
  let next: { readonly path: string; readonly sha256: string } | null | undefined
  return async (path) => {
    for (;;) {
      next ??= await lines.next().then(
        (line) => (line.done === true ? null : line.value),
        () => null,
      )
      if (next === null || comparePaths(next.path, path) > 0) return null
      const { path: found, sha256 } = next
      next = undefined
      if (found === path) return sha256
    }
  }
}

/** Links to a former copy with the size and time of its source. False when there is none, or the file system does not link. */
async function linkUnchanged(former: string, copy: string, source: Stats): Promise<boolean> {
  const found = await stat(former).catch(() => null)
  if (found === null || found.size !== source.size || found.mtime.getTime() !== source.mtime.getTime()) return false
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  return link(former, copy).then(
    () => true,
    () => false,
  )
}
