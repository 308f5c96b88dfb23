import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { addDays, calendarDate, isBefore, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'

/** The sub-folders of a watch folder, in the order of their imports: outages are urgent, and readings need the meters of a bundle. */
export const watchedKinds = ['outages', 'bundles', 'readings', 'weather'] as const
export type WatchedKind = (typeof watchedKinds)[number]

/** A file, or the folder of a bundle, that was put into a watch folder. */
export interface Arrival {
  readonly kind: WatchedKind
  readonly path: string
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

/** The id of a watch folder. It is made once and stays in the folder, wherever that is mounted. */
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
 * The arrivals by kind, oldest first. Leaves out unfinished uploads and everything that is neither a file nor a bundle. Links are left
 * out, also in a bundle: the portal may read files that the uploader may not.
 */
export const listArrivals = (directory: string): readonly Arrival[] =>
  watchedKinds.flatMap((kind) =>
    readdirSync(join(directory, kind))
      .filter((name) => !isUnfinished(name))
      .map((name) => findArrival(kind, join(directory, kind, name)))
      .filter((arrival) => arrival !== undefined)
      .toSorted((a, b) => a.modifiedAt - b.modifiedAt || (a.path < b.path ? -1 : 1)),
  )

const isUnfinished = (name: string): boolean => name.startsWith('.') || name.endsWith('.part')

/** @returns undefined when nothing that can be imported is there. */
export function findArrival(kind: WatchedKind, path: string): Arrival | undefined {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (kind !== 'bundles') return entry?.isFile() === true ? { kind, path, ...look(entry) } : undefined
  if (entry?.isDirectory() !== true) return undefined
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
 * Moves an arrival and the files beside it to `done/DATE/KIND` or `refused/DATE/KIND`. A name that is taken there gets a number.
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
    watchedKinds.flatMap((kind) => {
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
