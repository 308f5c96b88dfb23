import { type CallExpression, type Expression, parseSync, type Span, Visitor } from 'oxc-parser'

/** `it`, `test.each(rows)`, `describe`: the words of the call up to its title, such as `['test', 'each']`; empty for other calls. */
function wordsOf(callee: Expression): readonly string[] {
  if (callee.type === 'Identifier') return [callee.name]
  if (callee.type === 'CallExpression') return wordsOf(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return wordsOf(callee.tag)
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return []
  const before = wordsOf(callee.object)
  return before.length === 0 ? [] : [...before, callee.property.name]
}

function textOf(call: CallExpression): string {
  const [first] = call.arguments
  if (first?.type === 'Literal' && typeof first.value === 'string') return first.value
  if (first?.type === 'TemplateLiteral') return first.quasis.map((quasi) => quasi.value.raw).join(' ')
  return ''
}

// UTF-16 and SHA-384 are none.
const id = String.raw`\b(?!UTF|SHA)[A-Z]{2,3}-\d{2,3}\b`
const anyId = new RegExp(id, 'gu')
const idsOnly = new RegExp(`'${id}(?:, ${id}){0,2}'`, 'gu')
const idsLast = new RegExp(` \\[${id}(?:, ${id}){0,2}\\]$`, 'u')
const rowIdLast = / \[(?:%s|\$id)\]$/u

const idsOf = (text: string): readonly string[] => text.match(anyId) ?? []

/** The ids of the rows of `test.each([['Outage', 'CG-12']])('the flag %s … [%s]', run)`: strings that hold nothing else. */
function idsInRows({ callee }: CallExpression, source: string): readonly string[] {
  if (callee.type !== 'CallExpression') return []
  const rows = callee.arguments.map(({ start, end }) => source.slice(start, end)).join()
  return idsOf((rows.match(idsOnly) ?? []).join())
}

export interface TestTitle {
  readonly text: string
  readonly ids: readonly string[]
  /** Its test uses one of the names that were asked for, itself or through what the file declares. */
  readonly usesName: boolean
}

/** Titles of tests and describe blocks with the ids that they carry. What is skipped or left for later is not among them. */
export function titlesIn(file: string, source: string, names: readonly string[] = []): readonly TestTitle[] {
  const tests: (Omit<TestTitle, 'usesName'> & { readonly body: string })[] = []
  const runs: Span[] = []
  const declarations: (Span & { readonly name: string; readonly body: string })[] = []
  const bodyOf = ({ start, end }: Span) => source.slice(start, end)
  const declare = (name: string, { start, end }: Span) =>
    declarations.push({ name, start, end, body: bodyOf({ start, end }) })
  const visitor = new Visitor({
    CallExpression: (call) => {
      const [first = '', ...others] = wordsOf(call.callee)
      if (!['test', 'it', 'describe'].includes(first)) return
      if (others.some((word) => ['skip', 'todo', 'fixme', 'fails'].includes(word))) return
      const text = textOf(call)
      const rows = rowIdLast.test(text) ? idsInRows(call, source) : []
      tests.push({ text, ids: [...idsOf(text), ...rows], body: bodyOf(call) })
      if (first !== 'describe') runs.push(call)
    },
    VariableDeclarator: (declarator) => {
      if (declarator.id.type === 'Identifier') declare(declarator.id.name, declarator)
    },
    FunctionDeclaration: (declared) => {
      if (declared.id !== null) declare(declared.id.name, declared)
    },
  })
  visitor.visit(parseSync(file, source).program)
  // What a test declares for itself is no helper of the others.
  const helpers = declarations.filter(({ start }) => !runs.some((run) => run.start < start && start < run.end))
  const reaching = namesReaching(names, helpers)
  return tests.map(({ body, ...title }) => ({ ...title, usesName: usesAny(body, reaching) }))
}

const usesAny = (body: string, names: ReadonlySet<string>): boolean =>
  (body.match(/[\w$]+/gu) ?? []).some((word) => names.has(word))

/** `names`, and what is declared with them. */
function namesReaching(
  names: readonly string[],
  declarations: ReadonlyArray<{ readonly name: string; readonly body: string }>,
): ReadonlySet<string> {
  const reaching = new Set(names)
  for (let size = -1; size !== reaching.size; ) {
    size = reaching.size
    for (const { name, body } of declarations) if (usesAny(body, reaching)) reaching.add(name)
  }
  return reaching
}

/** Whether the ids of a title come last, in one pair of brackets, three at most: `asks before … [QP-27, QP-28]`. */
export const hasIdsLast = ({ text, ids }: Pick<TestTitle, 'text' | 'ids'>): boolean =>
  idsOf(text.replace(idsLast, '')).length === 0 && (ids.length > 0 || !rowIdLast.test(text))
