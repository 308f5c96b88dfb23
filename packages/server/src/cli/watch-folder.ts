import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { addDays, calendarDate, isBefore, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'

/** The sub-folders of a watch folder, in the order of their imports: outages are urgent, and readings need the meters of a bundle. */
const watchedKinds = ['outages', 'bundles', 'readings', 'weather'] as const
export type WatchedKind = (typeof watchedKinds)[number]

/** The folder of an arrival under `done` and `refused`; `elsewhere` for a file in no sub-folder. */
const filedKinds = [...watchedKinds, 'elsewhere'] as const

/** A file, or the folder of a bundle, that was put into a watch folder. */
export interface Arrival {
  readonly kind: (typeof filedKinds)[number]
  readonly path: string
  /** The reason that it is refused without an import: files in that place are never imported. */
  readonly misplaced?: string
  /** Changes with the content: sizes and modification times. */
  readonly mark: string
  readonly modifiedAt: number
}

/** Creates the sub-folders. The group may write: other systems put files there. */
export function prepareWatchFolder(directory: string): void {
  for (const name of [...watchedKinds, 'done', 'refused'])
    mkdirSync(join(directory, name), { recursive: true, mode: 0o770 })
}

const idFile = '.folder-id'

/**
 * The id of a watch folder. It is made once and stays in the folder, wherever that is mounted. What lies refused is reported by it: a path
 * may be moved, two machines may each watch a `/watch`, and containers get a new host name.
 */
export function watchFolderId(directory: string): string {
  const path = join(directory, idFile)
  try {
    writeFileSync(path, `${randomUUID()}\n`, { flag: 'wx', mode: 0o640 })
  } catch (error) {
    if (!existsSync(path)) throw error
  }
  const id = readFileSync(path, 'utf8').trim().slice(0, 100)
  return id === '' ? directory : id
}

/**
 * Lists the arrivals by kind, oldest first, including those in places where nothing is imported. Unfinished uploads are
 * left out, and so are links, also in a bundle: the portal may read files that the uploader may not.
 */
export const listArrivals = (directory: string): readonly Arrival[] => [
  ...watchedKinds.flatMap((kind) =>
    namesIn(join(directory, kind))
      .map((name) => findArrival(kind, join(directory, kind, name)))
      .filter((arrival) => arrival !== undefined)
      .toSorted((a, b) => a.modifiedAt - b.modifiedAt || (a.path < b.path ? -1 : 1)),
  ),
  ...namesIn(directory)
    .filter((name) => !ownNames.has(name))
    .map((name) => findElsewhere(join(directory, name)))
    .filter((arrival) => arrival !== undefined),
]

/** Names that the portal itself creates in a watch folder. */
const ownNames: ReadonlySet<string> = new Set([...watchedKinds, 'done', 'refused', 'lock', 'lock-journal'])

const namesIn = (folder: string): readonly string[] => readdirSync(folder).filter((name) => !isUnfinished(name))

/** A file, or a folder with files that an import takes, beside the sub-folders. */
function findElsewhere(path: string): Arrival | undefined {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry === undefined || !(entry.isFile() || (entry.isDirectory() && hasImportable(path)))) return undefined
  return { kind: 'elsewhere', path, ...look(entry), misplaced: `is in no sub-folder; put it into ${kindWords}` }
}

const hasImportable = (folder: string): boolean =>
  readdirSync(folder).some((name) => /\.(?:csv|json|xml)$/iu.test(name))

const kindWords = 'outages, bundles, readings or weather'

const isUnfinished = (name: string): boolean => name.startsWith('.') || name.endsWith('.part')

/** @returns undefined when no complete upload exists. */
export function findArrival(kind: WatchedKind, path: string): Arrival | undefined {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry === undefined || !(entry.isFile() || entry.isDirectory())) return undefined
  const arrival = { kind, path, ...look(entry) }
  if (kind !== 'bundles') {
    if (entry.isFile()) return arrival
    const misplaced = `is a folder; put the files themselves into ${kind}`
    return hasImportable(path) ? { ...arrival, misplaced } : undefined
  }
  if (entry.isFile())
    return { ...arrival, misplaced: 'is a single file; put the files of a bundle into a folder within bundles' }
  const names = readdirSync(path).toSorted()
  if (names.length === 0 || names.some(isUnfinished)) return undefined
  const files = names.map((name) => lstatSync(join(path, name), { throwIfNoEntry: false }))
  if (files.some((file) => file?.isSymbolicLink())) return undefined
  const looks = files.map((file) => (file === undefined ? { mark: '', modifiedAt: 0 } : look(file)))
  const mark = names.map((name, at) => `${name} ${looks[at]?.mark}`).join('\n')
  return { kind, path, mark, modifiedAt: Math.max(...looks.map(({ modifiedAt }) => modifiedAt)) }
}

const look = ({ ino, size, mtimeMs }: { readonly ino: number; readonly size: number; readonly mtimeMs: number }) => ({
  mark: `${ino} ${size} ${mtimeMs}`,
  modifiedAt: mtimeMs,
})

/** A file beside an arrival that the watch ignores. */
export const besideArrival = ({ path }: Arrival, ending: string): string =>
  join(dirname(path), `.${basename(path)}${ending}`)

/**
 * Moves an arrival and the files beside it to `done/DATE/KIND` or `refused/DATE/KIND`. A number is added to a name that
 * exists there.
 *
 * @returns the new path.
 */
export function moveArrival(
  directory: string,
  arrival: Arrival,
  { to, day, endings }: { readonly to: 'done' | 'refused'; readonly day: string; readonly endings: readonly string[] },
): string {
  const folder = join(directory, to, day, arrival.kind)
  mkdirSync(folder, { recursive: true, mode: 0o770 })
  const name = basename(arrival.path)
  let target = join(folder, name)
  for (let number = 2; existsSync(target); number++) target = join(folder, `${number}-${name}`)
  renameSync(arrival.path, target)
  for (const ending of endings) {
    const beside = besideArrival(arrival, ending)
    if (existsSync(beside)) renameSync(beside, `${target}${ending}`)
  }
  return target
}

/** The refused files in a watch folder, oldest first, without their reports. */
export function listRefused(directory: string): readonly { readonly file: string; readonly hasReport: boolean }[] {
  const root = join(directory, 'refused')
  const isFolder = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const days = readdirSync(root).filter((day) => parseCalendarDate(day) !== null && isFolder(join(root, day)))
  return days.toSorted().flatMap((day) =>
    filedKinds.flatMap((kind) => {
      if (!isFolder(join(root, day, kind))) return []
      const names = new Set(readdirSync(join(root, day, kind)))
      const isBeside = (name: string) =>
        ['.report.csv', '.txt'].some((end) => name.endsWith(end) && names.has(name.slice(0, -end.length)))
      const files = [...names].filter((name) => !isBeside(name)).toSorted()
      return files.map((name) => ({
        file: join('refused', day, kind, name),
        hasReport: names.has(`${name}.report.csv`),
      }))
    }),
  )
}

/** Deletes what was imported more than `days` days ago. @returns the deleted days. */
export function expireDone(directory: string, today: string, days: number): readonly string[] {
  const oldest = addDays(calendarDate(today), -days)
  const expired = readdirSync(join(directory, 'done')).filter((name) => {
    const day = parseCalendarDate(name)
    return day !== null && isBefore(day, oldest)
  })
  for (const name of expired) rmSync(join(directory, 'done', name), { recursive: true, force: true })
  return expired
}
