import type { Identifier } from '@mdn/browser-compat-data'
import { parse } from 'postcss'
import { compatData, listBrowsersWithout } from './promised-support.ts'

const { css } = compatData
const properties = (css.properties ?? {}) as Record<string, Identifier>
const atRules = (css['at-rules'] ?? {}) as Record<string, Identifier>
const selectors = (css.selectors ?? {}) as Record<string, Identifier>
const functions = listFunctions()

/** Lists what a built style sheet uses that a promised browser lacks. Features inside `@supports` are not listed. */
export function listNewInStyles(source: string): readonly string[] {
  const found = new Map<string, readonly string[]>()
  const add = (name: string, feature: Identifier | undefined): void => {
    const browsers = listBrowsersWithout(feature)
    if (browsers.length > 0) found.set(name, browsers)
  }
  const root = parse(source)
  root.walkAtRules('supports', (rule) => {
    rule.remove()
  })
  root.walkAtRules((rule) => {
    add(`@${rule.name}`, atRules[rule.name])
    if (rule.name !== 'media') return
    for (const [, name = ''] of rule.params.matchAll(/([a-z-]+)\s*(?=[:<>=)])/gu))
      add(`@media ${name}`, atRules['media']?.[name])
  })
  root.walkRules((rule) => {
    if (rule.selector.includes('&')) add('nesting', selectors['nesting'])
    for (const [, name = ''] of rule.selector.matchAll(/::?([a-z-]+)/gu)) add(`:${name}`, selectors[name])
  })
  root.walkDecls(({ prop, value, parent }) => {
    const isPrefixed = /^-[a-z]/u.test(prop)
    const hasPrefixed = parent?.some((node) => node.type === 'decl' && node.prop === `-webkit-${prop}`) === true
    if (isPrefixed || hasPrefixed) return
    add(prop, properties[prop])
    if (prop.startsWith('--')) return
    for (const [word] of value.matchAll(/(?<![\w#.-])[a-z][a-z-]*(?![\w-]*\()/gu))
      add(`${prop}: ${word}`, properties[prop]?.[word])
  })
  root.walkDecls(({ value }) => {
    for (const [, name = ''] of value.matchAll(/(?<![\w-])([a-z][a-z0-9-]*)\(/gu)) add(`${name}()`, functions.get(name))
  })
  return [...found].map(([name, browsers]) => `${name}: ${browsers.join(', ')}`)
}

function listFunctions(): ReadonlyMap<string, Identifier> {
  const all = Object.entries(css.types ?? {}) as [string, Identifier][]
  const inner = all.flatMap(([, type]) => Object.entries(type).filter(([name]) => name !== '__compat')) as [
    string,
    Identifier,
  ][]
  return new Map([...inner, ...all])
}
