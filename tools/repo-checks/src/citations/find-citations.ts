import { parseSync } from 'oxc-parser'

export interface Citation {
  readonly kind: 'id' | 'decision' | 'document' | 'path' | 'link' | 'script'
  readonly text: string
}

const all = (kind: Citation['kind'], text: string, pattern: RegExp): Citation[] =>
  [...text.matchAll(pattern)].map((match) => ({ kind, text: match[1] ?? match[0] }))

/** `decisions 0012, 0013 and 0029` cites three. */
const decisionsIn = (text: string): Citation[] =>
  [...text.matchAll(/\bdecisions? (\d+(?:(?:,| and|, and) \d+)*)(?![.\d]*\d)/gu)].flatMap((match) =>
    all('decision', match[1] ?? '', /\d+/gu),
  )

/** Sections of public standards are allowed. Sections of other documents and letters of lists are not. */
const documentsIn = (text: string): Citation[] => [
  ...all('document', text, /(?<!(?:RFC \d{3,5}|WebAuthn Level 3|ASVS [\d.]+|800-63B-4)[^\u00a7]{0,3})\u00a7 ?\d*/gu),
  ...all('document', text, /\bspec 00\d/giu),
  ...all('document', text, /\bdecisions? (?:0\.\d+|00\d [A-J]|[A-J](?:-?\d+[a-d]?)?)(?![\w'])/gu),
]

/** Ids and scripts, wherever they stand in a file: comments, titles and texts alike. */
const idsIn = (text: string, prefixes: readonly string[]): Citation[] =>
  all('id', text, new RegExp(`(?<![\\w-])(?:REQ-D-\\d+|P\\d{1,2}|(?:${prefixes.join('|')})-\\d{2,3})\\b(?!-)`, 'gu'))

const scriptsIn = (text: string): Citation[] =>
  all('script', text, /npm run ([a-z][\w:-]*(?:[^\n`'"|]*? -w @coopline\/[\w-]+)?)/gu)

/** Paths of the repository and names of its sources. Text in capitals or angle brackets is a placeholder. */
const pathsIn = (text: string): Citation[] =>
  all(
    'path',
    text,
    /(?<![\w./:@*{}<>-])((?:(?:packages|tools|docs|\.ci|\.github)\/[\w./*@-]*\w|(?:[\w@.*-]+\/)*[\w@.*-]+\.(?:tsx?|md|sql))(?![\w/*{<…]|\.\w))/gu,
  ).filter(({ text: path }) => !/[A-Z]{4}-|DIR|FILE|NAME/u.test(path))

const linksIn = (text: string): Citation[] =>
  all('link', text, /\]\(([^)\s]+)\)/gu).filter(({ text: target }) => !/^(?:https?:|mailto:|#)/u.test(target))

function commentsOf(file: string, source: string): string {
  if (file.endsWith('.sql')) return (source.match(/--.*$/gmu) ?? []).join('\n')
  if (!/\.tsx?$/u.test(file)) return ''
  return parseSync(file, source)
    .comments.map(({ value }) => value)
    .join('\n')
}

/** Fenced blocks and `code` of a document. */
const codeOf = (document: string): string => (document.match(/```[\s\S]*?```|`[^`\n]+`/gu) ?? []).join('\n')

/** Everything that a file cites. `prefixes` are the letters of the requirements' areas. */
export function findCitations(file: string, text: string, prefixes: readonly string[]): readonly Citation[] {
  const document = file.endsWith('.md')
  return [
    ...idsIn(text, prefixes),
    ...decisionsIn(text),
    ...documentsIn(text),
    ...scriptsIn(text),
    ...pathsIn(document ? codeOf(text) : commentsOf(file, text)),
    ...(document ? linksIn(text) : []),
  ]
}
