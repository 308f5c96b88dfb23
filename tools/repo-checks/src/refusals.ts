import { parseSync, Visitor } from 'oxc-parser'

/** The errors with which a use case refuses, and the functions that create a reason. */
const refusing = new Set([
  'BadInput',
  'Conflict',
  'NotAllowed',
  'NotFound',
  'NotOwned',
  'Refused',
  'Refusal',
  'TooManyAttempts',
  'refusal',
  'protocolRefusal',
])

/** Most sources do not refuse, and need not be parsed. */
const mayRefuse = new RegExp(
  `\\b(?:${[...refusing, 'sentenceIn', 'ProblemEntry', String.raw`\w+(?:Refusal|Problem)`].join('|')})\\b`,
  'u',
)

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

const isNode = (value: unknown): value is Node & Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const childrenOf = (node: object): readonly Node[] =>
  Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isNode))

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined

/**
 * Lists the places of a source that write the sentence of a refusal in a language: `language` where a refusal is created, a sentence
 * that a refusal is asked for, an error body, and an exported function that returns the code of a refusal instead of throwing it.
 * `to-problem.ts` and the command runner turn codes into sentences.
 */
export function sentencesOfRefusalsIn(file: string, source: string): readonly string[] {
  if (!mayRefuse.test(source)) return []
  const found: string[] = []
  const report = (node: Node, what: string) =>
    found.push(`${file}:${source.slice(0, node.start).split('\n').length} ${what}`)
  /** Reports `language` that is not a parameter of a function inside the refusal. */
  const search = (node: Node, isParameter: boolean): void => {
    if (nameOf(node) === 'language' && !isParameter) return void report(node, 'names the language of the caller')
    const params = 'params' in node && Array.isArray(node.params) ? node.params : []
    const isInner = isParameter || params.some((one) => nameOf(one) === 'language')
    for (const child of childrenOf(node)) search(child, isInner)
  }
  const visitArguments = (callee: Node, args: readonly Node[]): void => {
    if (refusing.has(nameOf(callee) ?? '')) for (const one of args) search(one, false)
  }
  new Visitor({
    NewExpression: ({ callee, arguments: args }) => visitArguments(callee, args),
    CallExpression: ({ callee, arguments: args }) => {
      visitArguments(callee, args)
      if (callee.type === 'MemberExpression' && nameOf(callee.property) === 'sentenceIn')
        report(callee, 'asks a refusal for its sentence')
    },
    ImportSpecifier: (node) => {
      if (nameOf(node.imported) === 'ProblemEntry') report(node, 'builds a part of an error body')
    },
    ExportNamedDeclaration: (node) => {
      const { declaration } = node
      const text = source.slice(node.start, node.end)
      const head = /^export (?:async function|const \w+ = async)[^{]*?\): (Promise<[^\n]*>)/u.exec(text)?.[1]
      if (declaration !== null && head !== undefined && /\b[A-Z]\w+(?:Refusal|Problem)\b/u.test(head))
        report(node, 'returns the code of a refusal')
    },
  }).visit(parseSync(file, source).program)
  return [...new Set(found)]
}
