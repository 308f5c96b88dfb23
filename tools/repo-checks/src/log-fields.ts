import { parseSync, Visitor } from 'oxc-parser'

const levels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])

/** The names of the fields that a source gives to `log.info({ … })` and its kind; those of spread objects are not seen. */
export function logFieldsOf(file: string, source: string): readonly string[] {
  const found: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [detail] }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (!levels.has(callee.property.name) || !isLog(callee.object) || detail?.type !== 'ObjectExpression') return
      for (const property of detail.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier') found.push(property.key.name)
    },
  }).visit(parseSync(file, source).program)
  return found
}

function isLog(object: { readonly type: string }): boolean {
  if ('name' in object) return object.name === 'log'
  return 'property' in object && isLog(object.property as { readonly type: string })
}
