import { posix } from 'node:path'
import { listFiles, read } from '../source-files.ts'
import { requirementTables } from '../requirements/requirement-tables.ts'
import type { Citation } from './find-citations.ts'

interface Manifest {
  readonly name: string
  readonly scripts?: Readonly<Record<string, string>>
}

export interface Repository {
  /** Letters of the requirements' areas. */
  readonly prefixes: readonly string[]
  readonly ids: ReadonlySet<string>
  readonly decisions: ReadonlySet<string>
  /** Files and folders, each with every tail of its path: `errors.ts`, `platform/errors.ts` … */
  readonly tails: ReadonlySet<string>
  readonly paths: ReadonlySet<string>
  /** By workspace; the root has the empty name. */
  readonly scripts: ReadonlyMap<string, readonly string[]>
}

const foldersOf = (file: string): readonly string[] => {
  const parts = file.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

const tailsOf = (path: string): readonly string[] => {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(index).join('/'))
}

function scriptsByWorkspace(): Repository['scripts'] {
  const manifests = listFiles(/(?:^|^packages\/[^/]+\/)package\.json$/u)
  return new Map(
    manifests.map((file) => {
      const { name, scripts = {} } = JSON.parse(read(file)) as Manifest
      return [file === 'package.json' ? '' : name, Object.keys(scripts)]
    }),
  )
}

/** Reads the targets that citations may name from the repository. */
export function readRepository(): Repository {
  const ids = requirementTables().flatMap(({ rows }) => rows.map(({ id }) => id))
  const files = listFiles(/./u)
  const paths = new Set(files.flatMap(foldersOf))
  return {
    prefixes: [...new Set(ids.flatMap((id) => (id.startsWith('REQ-') ? [] : (/^[A-Z]+(?=-)/u.exec(id) ?? []))))],
    ids: new Set(ids),
    decisions: new Set(files.flatMap((file) => /^docs\/decisions\/(\d{4})-/u.exec(file)?.[1] ?? [])),
    tails: new Set([...paths].flatMap(tailsOf)),
    paths,
    scripts: scriptsByWorkspace(),
  }
}

function isPath(path: string, { paths, tails }: Repository): boolean {
  if (!path.includes('*')) return tails.has(path.replace(/\/$/u, ''))
  const glob = path.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\/]/gu, '\\$&'))
  const pattern = new RegExp(`(?:^|/)${glob.join('[^/]*')}(?:$|/)`, 'u')
  return [...paths].some((one) => pattern.test(one))
}

function isScript(command: string, { scripts }: Repository): boolean {
  const [, script = '', workspace = ''] = /^([\w:-]+)(?:.* -w (\S+))?$/u.exec(command) ?? []
  return scripts.get(workspace)?.includes(script) ?? false
}

/** Whether a citation in `file` leads somewhere. */
export function resolves(file: string, { kind, text }: Citation, repository: Repository): boolean {
  const answers: Readonly<Record<Citation['kind'], () => boolean>> = {
    id: () => repository.ids.has(text),
    decision: () => repository.decisions.has(text),
    document: () => false,
    path: () => isPath(text, repository),
    link: () => repository.paths.has(posix.join(posix.dirname(file), text.replace(/#.*$/u, '')).replace(/\/$/u, '')),
    script: () => isScript(text, repository),
  }
  return answers[kind]()
}
