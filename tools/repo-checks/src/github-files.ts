/** Uses of actions in a workflow that do not name the commit of a release with its version behind it: `owner/name@<40 digits> # v1.2.3`. */
export const listUnpinnedActions = (workflow: string): readonly string[] =>
  [...workflow.matchAll(/^\s*(?:- )?uses: (.+)$/gmu)]
    .map(([, action = '']) => action)
    .filter((action) => !/^(?:\.\/\S+|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/u.test(action))

export interface OwnedPath {
  readonly pattern: string
  readonly owners: readonly string[]
}

/** The lines of a CODEOWNERS file, without comments. */
export const ownedPaths = (codeOwners: string): readonly OwnedPath[] =>
  codeOwners.split('\n').flatMap((line) => {
    const [pattern = '', ...owners] = line.replace(/#.*$/u, '').split(/\s+/u).filter(Boolean)
    return pattern === '' ? [] : [{ pattern, owners }]
  })

/**
 * Whether a pattern of CODEOWNERS covers a file. The forms that the file may use: `*`, a path from the root with a leading slash, and the
 * name of a folder at any depth with a slash behind it. @throws Error for another form.
 */
export function covers(pattern: string, file: string): boolean {
  if (pattern === '*') return true
  if (/^[\w-]+\/$/u.test(pattern)) return `/${file}`.includes(`/${pattern}`)
  if (!/^\/[\w./-]+$/u.test(pattern)) throw new Error(`CODEOWNERS has a pattern of an unknown form: ${pattern}`)
  return pattern.endsWith('/') ? `/${file}`.startsWith(pattern) : `/${file}` === pattern
}
