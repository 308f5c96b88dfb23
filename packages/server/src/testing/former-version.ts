import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

/** The commit of the last release, or the one that `FORMER_VERSION` names; `undefined` without either, or without its files. */
export function findFormerVersion(named: string | undefined = process.env['FORMER_VERSION']): string | undefined {
  try {
    const name = named ?? git('describe', '--tags', '--abbrev=0')
    return git('rev-parse', '--verify', `${name}^{commit}`)
  } catch {
    if (named !== undefined) throw new Error(`FORMER_VERSION=${named} is no commit of this clone`)
    return undefined
  }
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

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
