import { matchesGlob } from 'node:path'

/** The files that a project of vitest runs, as globs from the root. */
export interface TestProject {
  readonly name: string
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

const runs = ({ include, exclude }: TestProject, file: string): boolean =>
  include.some((glob) => matchesGlob(file, glob)) && !exclude.some((glob) => matchesGlob(file, glob))

/** Test files that no project runs or that several run, each with the names of those projects. */
export function findMisplacedTests(files: readonly string[], projects: readonly TestProject[]): readonly string[] {
  return files.flatMap((file) => {
    const names = projects.filter((project) => runs(project, file)).map(({ name }) => name)
    return names.length === 1 ? [] : [`${file}: ${names.join(', ') || 'no project'}`]
  })
}

/** The patterns of projects that find no file, with each choice in braces for itself: a renamed folder leaves one behind. */
export const findEmptyPatterns = (files: readonly string[], projects: readonly TestProject[]): readonly string[] =>
  projects.flatMap((project) =>
    project.include
      .flatMap(expandBraces)
      .filter((glob) => !files.some((file) => runs({ ...project, include: [glob] }, file)))
      .map((glob) => `${project.name}: ${glob}`),
  )

function expandBraces(glob: string): readonly string[] {
  const [whole, choices] = /\{([^{}]*)\}/u.exec(glob) ?? []
  if (whole === undefined || choices === undefined) return [glob]
  return choices.split(',').flatMap((choice) => expandBraces(glob.replace(whole, choice)))
}
