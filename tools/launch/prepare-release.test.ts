import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareRelease } from './prepare-release.ts'
import { nextVersion } from './release-files.ts'

let folder: string
const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim()
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const json = (content: object) => `${JSON.stringify(content, null, 2)}\n`

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const library = { 'node_modules/kysely': { version: '1.0.0', dependencies: { '@coopline/rules': '1.0.0' } } }
const locked = (version: string) =>
  json({
    name: 'coopline',
    version,
    packages: {
      '': { name: 'coopline', version },
      'packages/rules': { version },
      'packages/web': { version, dependencies: { '@coopline/rules': version, react: '1.0.0' } },
      ...library,
    },
  })
const changelog = (...sections: readonly string[]) => `# Changelog\n\n${sections.join('\n\n')}\n`
const entries = '### Added\n\n- Members see $1 and `$&`.'

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coopline-release-'))
  for (const role of ['AUTHOR', 'COMMITTER']) {
    vi.stubEnv(`GIT_${role}_NAME`, 'Pat')
    vi.stubEnv(`GIT_${role}_EMAIL`, 'pat@example.org')
  }
  write('package.json', json({ name: 'coopline', version: '1.0.0', devDependencies: { vitest: '1.0.0' } }))
  write('packages/rules/package.json', json({ name: '@coopline/rules', version: '1.0.0' }))
  write(
    'packages/web/package.json',
    json({ version: '1.0.0', dependencies: { '@coopline/rules': '1.0.0', react: '1.0.0' } }),
  )
  write('tools/checks/package.json', json({ version: '1.0.0' }))
  write('package-lock.json', locked('1.0.0'))
  write('deploy/kubernetes/kustomization.yaml', 'images:\n  - name: coopline\n    newTag: 1.0.0\n')
  write('CHANGELOG.md', changelog('## [Unreleased]', entries, '## [1.0.0] - 2026-11-29', 'The first release.'))
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'start')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

it('writes the version wherever it stands, cuts the changelog, and tags the commit with its entries', () => {
  expect(prepareRelease(folder, 'minor', '2027-01-15')).toBe('v1.1.0')
  expect(read('package.json')).toBe(json({ name: 'coopline', version: '1.1.0', devDependencies: { vitest: '1.0.0' } }))
  expect(read('packages/web/package.json')).toBe(
    json({ version: '1.1.0', dependencies: { '@coopline/rules': '1.1.0', react: '1.0.0' } }),
  )
  expect(read('tools/checks/package.json')).toBe(json({ version: '1.1.0' }))
  expect(read('package-lock.json')).toBe(locked('1.1.0'))
  expect(read('deploy/kubernetes/kustomization.yaml')).toContain('    newTag: 1.1.0\n')
  const cut = ['## [Unreleased]', '## [1.1.0] - 2027-01-15', entries, '## [1.0.0] - 2026-11-29', 'The first release.']
  expect(read('CHANGELOG.md')).toBe(changelog(...cut))
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '--format=%s')).toBe('all: release 1.1.0\nstart')
  expect(git('tag', '--points-at', 'HEAD')).toBe('v1.1.0')
  expect(git('tag', '--list', '--format=%(contents)', 'v1.1.0')).toBe(`Coopline 1.1.0\n\n${entries}`)
})

it('changes nothing when a release cannot be prepared, and says why', () => {
  const prepare = (wanted: string) => () => prepareRelease(folder, wanted, '2027-01-15')
  expect(prepare('1.0.0')).toThrow('1.0.0 is not above 1.0.0')
  git('tag', 'v1.0.1')
  expect(prepare('patch')).toThrow('The tag v1.0.1 exists already')
  write('notes.txt', '')
  expect(prepare('minor')).toThrow('The working tree has changes')
  rmSync(join(folder, 'notes.txt'))
  write('CHANGELOG.md', changelog('## [Unreleased]', '## [1.0.0] - 2026-11-29', 'The first release.'))
  git('commit', '--quiet', '--all', '--message', 'nothing to release')
  expect(prepare('minor')).toThrow('nothing below "## [Unreleased]"')
  expect([git('log', '--max-count=1', '--format=%s'), git('status', '--porcelain')]).toEqual(['nothing to release', ''])
})

it.each([
  ['1.2.3', 'major', '2.0.0'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.9', 'patch', '1.2.10'],
  ['1.9.0', '1.10.0', '1.10.0'],
])('follows %s with %s as %s', (current, wanted, next) => {
  expect(nextVersion(current, wanted)).toBe(next)
})

it.each(['1.2.2', '0.9.9', '1.2', 'v2.0.0', '2.0.0-rc.1', 'next', ''])('refuses "%s" after 1.2.3', (wanted) => {
  expect(() => nextVersion('1.2.3', wanted)).toThrow(/is not above 1\.2\.3|is none of major, minor, patch/u)
})
