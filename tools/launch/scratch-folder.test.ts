import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { scratchFolder } from './scratch-folder.ts'

const gigabyte = 2 ** 30

/** A folder of a file system that may have room for a run, or not. */
function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'coopline-scratch-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { bavail, bsize } = statfsSync(folder)
  return { folder, hasRoom: bavail * bsize >= 4 * gigabyte }
}

it('is in memory where there is room, and leaves nothing of its trial', () => {
  const { folder, hasRoom } = aFolder()
  expect(scratchFolder(folder, 16 * gigabyte)).toBe(hasRoom ? folder : tmpdir())
  expect(readdirSync(folder)).toEqual([])
})

it('is the folder of the system where memory is short, or cannot be written like a folder', () => {
  const { folder } = aFolder()
  expect(scratchFolder(folder, 11 * gigabyte)).toBe(tmpdir())
  expect(scratchFolder(join(folder, 'missing'), 16 * gigabyte)).toBe(tmpdir())
})
