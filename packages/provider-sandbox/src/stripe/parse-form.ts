/** A parameter of a call: text, a list, or named parameters. */
export type Parameter = string | readonly Parameter[] | { readonly [name: string]: Parameter }
export type Parameters = Readonly<Record<string, Parameter>>

type Open = { [name: string]: string | Open }

/**
 * Reads the vendor's form encoding: `a[b][0]=c` is `{ a: { b: ['c'] } }` and `a[]=b` is `{ a: ['b'] }`.
 */
export function parseForm(text: string): Parameters {
  const root: Open = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/u, ''))
    let place = root
    for (const part of path.slice(0, -1)) {
      const next = place[part] ?? Object.create(null)
      if (typeof next === 'string') return {}
      place[part] = next
      place = next
    }
    const last = path.at(-1) ?? ''
    place[last === '' ? String(Object.keys(place).length) : last] = value
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, closed(value)]))
}

/** Turns objects whose names are 0, 1, 2 … into lists. */
function closed(value: string | Open): Parameter {
  if (typeof value === 'string') return value
  const names = Object.keys(value)
  const isList = names.length > 0 && names.every((name, place) => name === String(place))
  const entries = Object.entries(value).map(([name, part]) => [name, closed(part)] as const)
  return isList ? entries.map(([, part]) => part) : Object.fromEntries(entries)
}

/** Text at a path such as `payment_intent_data.description`; `null` when nothing stands there. */
export function textAt(parameters: Parameters, path: string): string | null {
  const found = at(parameters, path)
  return typeof found === 'string' && found !== '' ? found : null
}

/** Whole number at a path; `null` when it is missing. */
export function numberAt(parameters: Parameters, path: string): number | null {
  const text = textAt(parameters, path)
  return text !== null && /^-?\d{1,15}$/u.test(text) ? Number(text) : null
}

/** List at a path; empty when it is missing. */
export function listAt(parameters: Parameters, path: string): readonly Parameter[] {
  const found = at(parameters, path)
  return Array.isArray(found) ? found : []
}

/** Named texts at a path, such as metadata; empty when they are missing. */
export function textsAt(parameters: Parameters, path: string): Readonly<Record<string, string>> {
  const found = at(parameters, path)
  if (typeof found !== 'object' || Array.isArray(found)) return {}
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

function at(parameters: Parameters, path: string): Parameter | undefined {
  let found: Parameter | undefined = parameters
  for (const name of path.split('.')) {
    if (typeof found !== 'object') return undefined
    found = Array.isArray(found) ? found[Number(name)] : (found as Parameters)[name]
  }
  return found
}
