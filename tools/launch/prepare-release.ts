import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutChangelog, nextVersion, withImageTag, withLockedVersion, withVersion } from './release-files.ts'

/** Every file with the version, and how it is written there. */
const versioned: readonly (readonly [pattern: string, write: (text: string, version: string) => string])[] = [
  ['package.json', withVersion],
  ['{packages,tools}/*/package.json', withVersion],
  ['package-lock.json', withLockedVersion],
  ['deploy/kubernetes/kustomization.yaml', withImageTag],
]

/**
 * Prepares a release: writes its version, cuts the changelog, commits both and tags the commit with the entries of the changelog. Nothing
 * is pushed.
 *
 * @param folder the clone.
 * @param wanted `major`, `minor`, `patch`, or the version itself.
 * @param day the day of the release.
 * @returns the tag.
 * @throws Error when something is not committed, the changelog has no entry, or the version or its tag cannot be; nothing is changed then.
 */
export function prepareRelease(folder: string, wanted: string, day: string): string {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
  const { version: current } = JSON.parse(read('package.json')) as { readonly version: string }
  const version = nextVersion(current, wanted)
  const tag = `v${version}`
  const { text, entries } = cutChangelog(read('CHANGELOG.md'), version, day)
  if (git('status', '--porcelain') !== '')
    throw new Error('The working tree has changes. Commit them, or put them away.')
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists already`)
  writeFileSync(join(folder, 'CHANGELOG.md'), text)
  for (const [pattern, write] of versioned)
    for (const path of globSync(pattern, { cwd: folder })) writeFileSync(join(folder, path), write(read(path), version))
  git('commit', '--quiet', '--all', '--message', `all: release ${version}`)
  // Lines that begin with # are headings, not comments.
  git('tag', '--annotate', '--cleanup=whitespace', '--message', `Coopline ${version}\n\n${entries}`, tag)
  return tag
}
