import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Thrown when another process has the data folder open. */
export class DirectoryInUse extends Error {
  constructor(directory: string) {
    super(`The data folder ${directory} is in use by another Coopline process. Stop that one first, or set DATA_DIR.`)
    this.name = 'DirectoryInUse'
  }
}

/**
 * Takes an exclusive lock on a folder and answers the function that gives it back.
 *
 * The lock is the operating system's own file lock (held through an SQLite file, the one lock that Node carries on every
 * platform), so it is gone with the process however that ends: there is no stale lock to clean up.
 *
 * @throws DirectoryInUse when another process holds it.
 */
export function lockDirectory(directory: string): () => void {
  const lock = new DatabaseSync(join(directory, 'lock'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw isLocked(error) ? new DirectoryInUse(directory) : error
  }
  return () => lock.close()
}

const sqliteBusy = 5

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
