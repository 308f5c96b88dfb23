import { posix } from 'node:path'
import { findCitations } from './citations/find-citations.ts'

/** The files of a folder: path from the root, and text. The text of a file that is not a document may be empty. */
export type Files = ReadonlyMap<string, string>

interface Link {
  readonly file: string
  readonly heading: string
}

function linksOf(file: string, text: string): readonly Link[] {
  return findCitations(file, text, []).flatMap((citation) => {
    const [path = '', heading = ''] = citation.text.split('#')
    const target = posix.join(posix.dirname(file), path).replace(/\/$/u, '')
    return citation.kind === 'link' ? [{ file: target, heading }] : []
  })
}

/** Lists the targets of a link: a file, the README of a folder, or the files of a folder without one. */
function targetsOf(path: string, files: Files): readonly string[] {
  if (files.has(path)) return [path]
  const readme = `${path}/README.md`
  return files.has(readme) ? [readme] : [...files.keys()].filter((file) => posix.dirname(file) === path)
}

/** Files that no chain of links from `door` reaches, in the order of `files`. */
export function listUnreachable(files: Files, door: string): readonly string[] {
  const reached = new Set([door])
  for (const file of reached)
    if (file.endsWith('.md'))
      for (const link of linksOf(file, files.get(file) ?? ''))
        for (const target of targetsOf(link.file, files)) reached.add(target)
  return [...files.keys()].filter((file) => !reached.has(file))
}

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** Links between `files` to a heading that their target does not have, as `file: target#heading`. */
export function listLostHeadings(files: Files): readonly string[] {
  const anchors = new Map(
    [...files].map(([file, text]) => [
      file,
      new Set([...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) => anchorOf(heading))),
    ]),
  )
  return [...files].flatMap(([file, text]) =>
    linksOf(file, text)
      .filter((link) => link.heading !== '' && anchors.get(link.file)?.has(link.heading) === false)
      .map((link) => `${file}: ${link.file}#${link.heading}`),
  )
}
