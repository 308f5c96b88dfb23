import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Collects what must be stopped or removed when a benchmark ends, however it ends. */
export interface CleanUp {
  readonly add: (undo: () => void | Promise<void>) => void
  /** A temporary folder, removed at the end. */
  readonly folder: (name: string) => string
}

/** Runs work and then undoes, last first, what it started. */
export async function withCleanUp<T>(work: (cleanUp: CleanUp) => Promise<T>): Promise<T> {
  const undos: (() => void | Promise<void>)[] = []
  const cleanUp: CleanUp = {
    add: (undo) => void undos.push(undo),
    folder: (name) => {
      const path = mkdtempSync(join(tmpdir(), `coopline-bench-${name}-`))
      undos.push(() => rmSync(path, { recursive: true, force: true }))
      return path
    },
  }
  try {
    return await work(cleanUp)
  } finally {
    for (const undo of undos.toReversed()) await undo()
  }
}
