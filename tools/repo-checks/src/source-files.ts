import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../..')

/** Files that git tracks or would track, by path from the root, that match. @throws Error when none does: a check must look at something. */
export function listFiles(matching: RegExp): readonly string[] {
  const git = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const files = [...new Set(git.stdout.split('\0'))].filter((file) => file !== '' && matching.test(file)).sort()
  if (files.length === 0) throw new Error(`No file matches ${String(matching)}`)
  return files.filter((file) => existsSync(join(root, file)))
}

export const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Files that hold tests, by every ending that test runners know. */
export const testFiles = /\.(?:test|spec|e2e)\.[cm]?[jt]sx?$/u

export const isTest = (file: string): boolean =>
  /^packages\/e2e\/|\.(?:test|e2e|fixtures)\.tsx?$|\/testing\/|\/test-support\/|test-setup\.ts$/u.test(file)
