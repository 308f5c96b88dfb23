import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

export type FormerVersion = { readonly commit: string } | { readonly missing: string }

const migrations = 'packages/server/migrations'

/**
 * The commit that `FORMER_VERSION` names, else that of the last release, else the one before the newest migration.
 *
 * @param folder the clone.
 * @returns why there is none, when the clone lacks the commit.
 * @throws Error when `FORMER_VERSION` names no commit.
 */
export function findFormerVersion(named = process.env['FORMER_VERSION'], folder: string = root): FormerVersion {
  const git = (...args: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  const commitOf = (name: string) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  if (named !== undefined) {
    const commit = commitOf(named)
    if (commit === undefined) throw new Error(`FORMER_VERSION=${named} is no commit of this clone`)
    return { commit }
  }
  if (git('rev-parse', '--git-dir') === undefined) return { missing: 'this folder is no clone of the repository' }
  const commit = commitOf(git('describe', '--tags', '--abbrev=0') ?? '') ?? commitOf(`${newestMigration(git)}^`)
  if (commit !== undefined && git('cat-file', '-e', `${commit}:${migrations}/${baseline(folder)}`) !== undefined)
    return { commit }
  if (commit !== undefined) return { missing: 'the former version is before the baseline, which refuses its database' }
  return {
    missing:
      git('rev-parse', '--is-shallow-repository') === 'true'
        ? 'the clone is shallow and has no tag; git fetch --unshallow gets its history'
        : 'no release is tagged, and no commit comes before the newest migration',
  }
}

/** The first migration. */
const baseline = (folder: string): string => readdirSync(join(folder, migrations)).toSorted()[0] ?? ''

/** The commit that added the last migration. */
const newestMigration = (git: (...args: readonly string[]) => string | undefined): string =>
  git('log', '--max-count=1', '--diff-filter=A', '--format=%H', '--', migrations) ?? ''

/** The migrations that were edited, renamed or removed since a commit. A database that has applied one is refused. */
export const migrationsEditedSince = (commit: string, folder: string = root): readonly string[] =>
  execFileSync('git', ['diff', '--name-only', '--no-renames', '--diff-filter=MD', commit, '--', migrations], {
    cwd: folder,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((line) => line !== '')

/**
 * Writes the files of a commit to a folder, where its portal can be started. It runs its own sources and migrations with the
 * libraries and the built pages of the working tree.
 *
 * @returns the path of its command line.
 */
export function writeFormerVersion(commit: string, folder: string): string {
  const files = execFileSync('git', ['archive', commit, 'packages', 'tools', 'package.json'], {
    cwd: root,
    maxBuffer: 1 << 30,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  linkLibraries(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@coopline', name))
    const own = join(root, 'packages', name, 'node_modules')
    if (existsSync(own)) linkLibraries(own, join(folder, 'packages', name, 'node_modules'))
  }
  cpSync(join(root, 'packages/web/dist'), join(folder, 'packages/web/dist'), { recursive: true })
  return join(folder, 'packages/server/src/cli/coopline.ts')
}

/** Links every library but the packages of the portal, which each version has itself. */
function linkLibraries(from: string, to: string): void {
  mkdirSync(join(to, '@coopline'), { recursive: true })
  for (const name of readdirSync(from))
    if (name !== '@coopline' && !name.startsWith('.')) symlinkSync(realpathSync(join(from, name)), join(to, name))
}
