import { type CallExpression, type ObjectExpression, parseSync, Visitor } from 'oxc-parser'
import { listNewNames } from './script-names.ts'

const { globals, exact, members, owners } = listNewNames()

/**
 * Lists what a built script calls that a promised browser lacks, such as `AbortSignal.any: firefox 114 (since 124)`. A name that
 * the same script asks for first (`'any' in …`, `typeof x.any`, `x.any?.()`) is not listed.
 */
export function listNewInScript(file: string, source: string): readonly string[] {
  const parsed = parseSync(file, source)
  if (parsed.errors.length > 0) return [`${file} does not parse: ${parsed.errors[0]?.message}`]
  const found = new Map<string, readonly string[]>()
  const guarded = new Set<string>()
  const add = (name: string, browsers: readonly string[] | undefined): void => {
    if (browsers !== undefined) found.set(name, browsers)
  }
  const guard = (node: { readonly type: string }) => void guarded.add(nameOf(node) ?? '')
  new Visitor({
    BinaryExpression(node) {
      if (node.operator === 'in' && node.left.type === 'Literal') guarded.add(String(node.left.value))
    },
    UnaryExpression(node) {
      if (node.operator === 'typeof') guard(node.argument)
    },
    LogicalExpression(node) {
      guard(node.left)
    },
    IfStatement(node) {
      guard(node.test)
    },
    ConditionalExpression(node) {
      guard(node.test)
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier') add(node.callee.name, globals.get(node.callee.name))
    },
    CallExpression(node) {
      const { callee } = node
      for (const name of definedByCoreJs(node.arguments)) guarded.add(name)
      if (node.optional) guard(callee)
      if (node.optional || callee.type !== 'MemberExpression') return
      const name = nameOf(callee)
      if (name === undefined) return
      const owner = callee.object.type === 'Identifier' ? callee.object.name : ''
      if (globals.has(owner)) add(owner, globals.get(owner))
      else if (owners.has(owner)) add(`${owner}.${name}`, exact.get(`${owner}.${name}`))
      else add(name, members.get(name))
    },
    Literal(node) {
      if (!('regex' in node) || node.regex === null) return
      for (const name of newInRegex(node.regex)) add(name, ['every promised browser'])
    },
  }).visit(parsed.program)
  return [...found]
    .filter(([name]) => !name.split('.').some((part) => guarded.has(part)))
    .map(([name, browsers]) => `${name}: ${browsers.join(', ')}`)
}

function newInRegex({ flags, pattern }: { readonly flags: string; readonly pattern: string }): readonly string[] {
  return [
    ...(flags.includes('v') ? ['flag v'] : []),
    ...(/\(\?[ims-]+:/u.test(pattern) ? ['modifiers of a regular expression'] : []),
  ]
}

/** The functions that a call of core-js's `export` defines where they are missing: `$({ target: 'Set' }, { union: f })`. */
function definedByCoreJs([first, second]: CallExpression['arguments']): readonly string[] {
  if (first?.type !== 'ObjectExpression' || second?.type !== 'ObjectExpression') return []
  const names = ({ properties }: ObjectExpression) =>
    properties.flatMap((one) => (one.type === 'Property' ? [nameOf(one.key) ?? ''] : []))
  return names(first).includes('target') ? names(second) : []
}

/** The last name of an expression: `any` of `AbortSignal.any`. */
function nameOf(node: { readonly type: string }): string | undefined {
  const { name, property } = node as { readonly name?: unknown; readonly property?: { readonly name?: unknown } }
  if (node.type === 'Identifier' && typeof name === 'string') return name
  if (node.type === 'MemberExpression' && typeof property?.name === 'string') return property.name
  return undefined
}
