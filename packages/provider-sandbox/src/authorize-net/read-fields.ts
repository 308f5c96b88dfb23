import { type AnetAccount, newId, Refusal } from './anet-account.ts'

/** The parts of a call. */
export type Fields = Readonly<Record<string, unknown>>

/** A call of the vendor's API. */
export interface RequestKind {
  /** The parts of the call, in the order of the vendor's schema, which refuses any other order. */
  readonly order: readonly string[]
  readonly run: (account: AnetAccount, fields: Fields) => object
}

/** Refuses parts that the schema does not have, and parts in another order than its own. @throws Refusal. */
export function checkOrder(what: string, fields: Fields, order: readonly string[]): void {
  let last = -1
  for (const name of Object.keys(fields)) {
    const at = order.indexOf(name)
    if (at <= last) throw new Refusal('E00003', `The element '${what}' has invalid child element '${name}'.`)
    last = at
  }
}

export const objectAt = (fields: Fields, name: string): Fields => {
  const value = fields[name]
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
export const textAt = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

export const listAt = (fields: Fields, name: string, item: string): readonly Fields[] => {
  const value = objectAt(fields, name)[item]
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]) as readonly Fields[]
}

/** Refuses texts that are longer than the schema takes. @throws Refusal. */
export function checkLength(name: string, text: string, most: number): string {
  if (text.length > most) throw new Refusal('E00003', `The element '${name}' is longer than ${most}.`)
  return text
}

/** Returns the settings of a call by their names. */
export const settingsAt = (fields: Fields, name: string): ReadonlyMap<string, string> =>
  new Map(listAt(fields, name, 'setting').map((one) => [textAt(one, 'settingName'), textAt(one, 'settingValue')]))

/** Returns a new token that opens a page. */
export const newToken = (): string => `${newId()}.${Buffer.from(newId().repeat(8)).toString('base64url')}`

export const masked = (number: string): string => `XXXX${number.slice(-4)}`
