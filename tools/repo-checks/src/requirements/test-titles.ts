import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser'

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
/** Decisions may stand beside requirements; they are not counted. */
const cited = String.raw`(?:${id}|\bREQ-D-\d{3}\b)`
const idsLast = new RegExp(` \\[${cited}(?:, ${cited}){0,2}\\]$`, 'u')
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
  /** False for the title of a describe block. */
  readonly ofTest: boolean
}

/** Titles of tests and describe blocks with the ids that they carry. Skipped tests and tests for later are left out. */
export function titlesIn(file: string, source: string): readonly TestTitle[] {
  const titles: TestTitle[] = []
  const visitor = new Visitor({
    CallExpression: (call) => {
      const [first = '', ...others] = wordsOf(call.callee)
      if (!['test', 'it', 'describe'].includes(first)) return
      if (others.some((word) => ['skip', 'todo', 'fixme', 'fails'].includes(word))) return
      const text = textOf(call)
      const rows = rowIdLast.test(text) ? idsInRows(call, source) : []
      titles.push({ text, ids: [...idsOf(text), ...rows], ofTest: first !== 'describe' })
    },
  })
  visitor.visit(parseSync(file, source).program)
  return titles
}

/** Whether the ids of a title come last, in one pair of brackets, three at most: `asks before … [QP-27, QP-28]`. */
export const hasIdsLast = ({ text, ids }: Pick<TestTitle, 'text' | 'ids'>): boolean =>
  idsOf(text.replace(idsLast, '')).length === 0 && (ids.length > 0 || !rowIdLast.test(text))

const goesOn = /^(?:and|but|it|its|of|or|so|that|they|to|whose)\b/u

/** Whether a title reads alone: it does not continue the sentence of its describe block or of the test before it. */
export const readsAlone = ({ text, ofTest }: Pick<TestTitle, 'text' | 'ofTest'>): boolean =>
  !ofTest || !goesOn.test(text)
