import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findFormerVersion, migrationsEditedSince } from './former-version.ts'

let folder: string
beforeEach(() => {
  vi.stubEnv('FORMER_VERSION', undefined)
  folder = mkdtempSync(join(tmpdir(), 'coopline-clone-'))
  mkdirSync(join(folder, 'full/packages/server/migrations'), { recursive: true })
  git('init', '--quiet')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const who = ['-c', 'user.name=Pat', '-c', 'user.email=pat@example.org', '-c', 'commit.gpgsign=false']
const git = (...words: readonly string[]): string =>
  execFileSync('git', [...who, ...words], { cwd: join(folder, 'full'), encoding: 'utf8' }).trim()

/** Commits a file. @returns the commit. */
function commit(file: string, text = ''): string {
  writeFileSync(join(folder, 'full', file), text)
  git('add', '.')
  git('commit', '--quiet', '--allow-empty', '--message', file)
  return git('rev-parse', 'HEAD')
}
const found = (clone = 'full', named?: string) => findFormerVersion(named, join(folder, clone))

it('finds the commit before the newest migration, also when a migration was touched or another file came later', () => {
  commit('packages/server/migrations/0001.sql')
  const before = commit('README.md')
  commit('packages/server/migrations/0002.sql')
  commit('packages/server/migrations/0001.sql', '-- touched')
  commit('LICENSE')
  expect(found()).toEqual({ commit: before })
})

it('finds the last tag first, and what is named before that', () => {
  const first = commit('README.md')
  const tagged = commit('packages/server/migrations/0001.sql')
  git('tag', 'v1.0.0')
  commit('packages/server/migrations/0002.sql')
  expect([found(), found('full', first.slice(0, 10))]).toEqual([{ commit: tagged }, { commit: first }])
  expect(() => found('full', 'v9')).toThrow('FORMER_VERSION=v9 is no commit of this clone')
})

it('finds no version before the baseline, from which no one upgrades', () => {
  commit('packages/server/migrations/0001_settings.sql')
  rmSync(join(folder, 'full/packages/server/migrations/0001_settings.sql'))
  commit('packages/server/migrations/0001.sql', '-- 1.0')
  expect(found()).toEqual({ missing: 'the former version is before the baseline, which refuses its database' })
})

it('says why there is none', () => {
  expect(found('.')).toEqual({ missing: 'this folder is no clone of the repository' })
  commit('packages/server/migrations/0001.sql')
  expect(found()).toEqual({ missing: 'no release is tagged, and no commit comes before the newest migration' })
  commit('README.md')
  git('clone', '--quiet', '--depth=1', `file://${join(folder, 'full')}`, join(folder, 'shallow'))
  expect(found('shallow')).toEqual({
    missing: 'the clone is shallow and has no tag; git fetch --unshallow gets its history',
  })
})

it('finds edited and removed migrations, and not those that were added', () => {
  commit('packages/server/migrations/0001.sql')
  commit('packages/server/migrations/0002.sql')
  const before = commit('packages/server/migrations/0003.sql')
  commit('packages/server/migrations/0004.sql')
  writeFileSync(join(folder, 'full/packages/server/migrations/0002.sql'), '-- edited')
  rmSync(join(folder, 'full/packages/server/migrations/0001.sql'))
  expect(migrationsEditedSince(before, join(folder, 'full'))).toEqual([
    'packages/server/migrations/0001.sql',
    'packages/server/migrations/0002.sql',
  ])
})

const former = findFormerVersion()
it.runIf('commit' in former)('leaves every migration of the former version as it is, comments too [REL-23]', () => {
  expect(migrationsEditedSince('commit' in former ? former.commit : '')).toEqual([])
})
