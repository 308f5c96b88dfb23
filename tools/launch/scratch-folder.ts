import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const gigabyte = 2 ** 30

/**
 * Returns the folder for the files of a test run: in memory, where Linux offers that and has room for it, or else the temporary
 * folder of the system. A run makes and removes hundreds of thousands of files. A file system on SSDs that discards what is freed
 * (ext4 with `discard`) takes about a millisecond for each, during which the rest of the run waits.
 *
 * @param inMemory the folder to try.
 * @param freeMemory bytes that the process may still use: a run takes about 4 GB beside its files.
 */
export function scratchFolder(inMemory = '/dev/shm', freeMemory = process.availableMemory()): string {
  if (freeMemory < 12 * gigabyte) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= 4 * gigabyte && runsPrograms(inMemory) ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** False where it is mounted `noexec`, as in containers: tests start PostgreSQL from a copy in their folder. */
function runsPrograms(folder: string): boolean {
  const tried = mkdtempSync(join(folder, 'coopline-try-'))
  const program = join(tried, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(tried, { recursive: true })
  return status === 0
}
