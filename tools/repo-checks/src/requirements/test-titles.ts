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

function titleOf(call: CallExpression): string {
  const [first] = call.arguments
  if (first?.type === 'Literal' && typeof first.value === 'string') return first.value
  if (first?.type === 'TemplateLiteral') return first.quasis.map((quasi) => quasi.value.raw).join(' ')
  return ''
}

/**
 * Ids in the titles of tests and describe blocks: `[QP-27] asks before …` and `asks before … [QP-27]` both. What is skipped
 * or left for later carries nothing.
 */
export function idsInTitles(file: string, source: string): ReadonlySet<string> {
  const ids = new Set<string>()
  const visitor = new Visitor({
    CallExpression: (call) => {
      const [first = '', ...others] = wordsOf(call.callee)
      if (!['test', 'it', 'describe'].includes(first)) return
      if (others.some((word) => ['skip', 'todo', 'fixme', 'fails'].includes(word))) return
      for (const id of titleOf(call).match(/\b[A-Z]{2,3}-\d{2,3}\b/gu) ?? []) ids.add(id)
    },
  })
  visitor.visit(parseSync(file, source).program)
  return ids
}
