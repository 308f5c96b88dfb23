/**
 * Returns the next version.
 *
 * @param wanted `major`, `minor`, `patch`, or the version itself.
 * @throws Error when it is not a version or not above the current one.
 */
export function nextVersion(current: string, wanted: string): string {
  const [major, minor, patch] = numbersOf(current)
  const steps: Readonly<Record<string, string>> = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  }
  const next = steps[wanted] ?? wanted
  const isHigher = numbersOf(next).reduce((order, part, n) => order || part - ([major, minor, patch][n] ?? 0), 0) > 0
  if (!isHigher) throw new Error(`${next} is not above ${current}`)
  return next
}

function numbersOf(version: string): readonly [number, number, number] {
  const [, major, minor, patch] = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/u.exec(version) ?? []
  if (patch === undefined) throw new Error(`"${version}" is none of major, minor, patch and a version such as 1.2.0`)
  return [Number(major), Number(minor), Number(patch)]
}

/** A heading with the text below it, up to the next heading of its level. */
const unreleased = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |$(?![\s\S]))/mu

/**
 * Gives the entries below Unreleased a heading with the version and the day, and leaves Unreleased empty above it.
 *
 * @returns the changelog, and the entries alone.
 * @throws Error when there is no entry.
 */
export function cutChangelog(
  changelog: string,
  version: string,
  day: string,
): { readonly text: string; readonly entries: string } {
  const [whole = '', below = ''] = unreleased.exec(changelog) ?? []
  const entries = below.trim()
  if (entries === '') throw new Error('CHANGELOG.md has nothing below "## [Unreleased]"')
  const cut = `## [Unreleased]\n\n## [${version}] - ${day}\n\n${entries}\n\n`
  return { text: `${changelog.replace(whole, () => cut).trimEnd()}\n`, entries }
}

/** The dependencies of a manifest that are packages of the repository, and its own version. */
const ownVersions = /^( {2}"version"|\s+"@coopline\/[\w-]+"): "[^"]*"/gmu

/** Writes the version into a `package.json`: its own, and that of each package of the repository that it depends on. */
export const withVersion = (manifest: string, version: string): string =>
  manifest.replaceAll(ownVersions, (_whole, name: string) => `${name}: "${version}"`)

interface LockedPackage {
  version?: string
  [kind: string]: unknown
}

/** Writes the version into `package-lock.json`, as npm does: the packages of the repository, and what depends on them. */
export function withLockedVersion(lock: string, version: string): string {
  const parsed = JSON.parse(lock) as { version: string; packages: Record<string, LockedPackage> }
  parsed.version = version
  for (const [path, entry] of Object.entries(parsed.packages)) {
    if (path.includes('node_modules/')) continue
    entry.version = version
    for (const kind of ['dependencies', 'devDependencies']) {
      const named = entry[kind] as Record<string, string> | undefined
      for (const name of Object.keys(named ?? {}))
        if (named !== undefined && name.startsWith('@coopline/')) named[name] = version
    }
  }
  return `${JSON.stringify(parsed, null, 2)}\n`
}

/** Writes the version into the tag of the image that `deploy/kubernetes` names. */
export const withImageTag = (kustomization: string, version: string): string =>
  kustomization.replace(/^(\s+newTag:) .*$/mu, (_whole, name: string) => `${name} ${version}`)
