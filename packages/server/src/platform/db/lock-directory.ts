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
 * Takes an exclusive lock on a folder and returns the function that releases it.
 *
 * The lock is the operating system's file lock, taken through an SQLite file because Node has no other lock on every platform.
 * It ends with the process, so there is never a stale lock.
 *
 * @throws DirectoryInUse when another process has it.
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
