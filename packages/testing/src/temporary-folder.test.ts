import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { useTemporaryFolder } from './temporary-folder.ts'

test('what is made among temporary files is removed with their folder, and the former one is used again', () => {
  const former = tmpdir()
  const remove = useTemporaryFolder()
  const made = mkdtempSync(join(tmpdir(), 'made-'))
  writeFileSync(join(made, 'file'), '')
  expect(dirname(dirname(made))).toBe(dirname(former))
  remove()
  expect(existsSync(made)).toBe(false)
  expect(tmpdir()).toBe(former)
})

test('each test file has such a folder', () => {
  expect(tmpdir()).toMatch(/coopline-\w{6}$/u)
})
