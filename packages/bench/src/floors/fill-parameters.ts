import { createHash, randomUUID } from 'node:crypto'
import type { ReplayRecipe } from './replay-recipe.ts'

/** The flow for which a recorded statement is run again. */
export interface ReplayedFlow {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly address: string
  /**
   * The random seed of all calls of the flow. The values that the portal generates for its payer are derived from it.
   */
  readonly token: string
}

/** Makes a parameter fit for a flow. */
export type Fill = (flow: ReplayedFlow, now: number) => string | null

const made =
  /\\x[0-9a-f]{64}|(?<![\w-])[\w-]{43}(?![\w-])|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<!\w)T[0-9A-Z]{16}(?!\w)/gu
const instant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/u

/**
 * Turns the parameters of a recorded statement into functions that make new ones: instants move to now (their distance
 * in whole minutes stays), numbers and addresses become the payer's, hashes and random texts others of the same length.
 */
export const fillsOf = (parameters: readonly (string | null)[], recipe: ReplayRecipe): readonly Fill[] =>
  fillEach(parameters, (recorded, before) => fillText(recorded, seedAfter(before), recipe))

/**
 * Moves the instants among the parameters of a recorded statement to now, and makes the other texts fit with `fillOther`, which
 * also gets the parameter before.
 */
export function fillEach<Flow>(
  parameters: readonly (string | null)[],
  fillOther: (recorded: string, before: string | null | undefined) => (flow: Flow) => string | null,
): readonly ((flow: Flow, now: number) => string | null)[] {
  const first = parameters.find((one) => one !== null && instant.test(one))
  const begun = first === undefined || first === null ? 0 : epochMs(first)
  return parameters.map((recorded, index) => {
    if (recorded === null) return () => null
    if (!instant.test(recorded)) return fillOther(recorded, parameters[index - 1])
    const later = Math.round((epochMs(recorded) - begun) / 60_000) * 60_000
    return (_flow: Flow, now: number) => new Date(now + later).toISOString()
  })
}

const epochMs = (text: string): number => Date.parse(text.replace(' ', 'T').replace('+00', 'Z'))

type Seed = (flow: ReplayedFlow) => string

/** A client and its network keep their counters from flow to flow, here as there; all else is new in every flow. */
function seedAfter(kind: string | null | undefined): Seed {
  if (kind === 'quick-pay.network') return ({ address }) => address.slice(0, address.lastIndexOf('.'))
  if (kind === 'quick-pay.client' || kind === 'payment.client') return ({ address }) => address
  return ({ token }) => token
}

function fillText(recorded: string, seedOf: Seed, { payer }: ReplayRecipe): (flow: ReplayedFlow) => string {
  if (recorded === payer.memberNumber) return (flow) => flow.memberNumber
  if (recorded === payer.address) return (flow) => flow.address
  const namesAccount = recorded.includes(payer.accountNumber)
  const hasMade = recorded.search(made) !== -1
  if (!namesAccount && !hasMade) return () => recorded
  return (flow) => {
    const own = namesAccount ? recorded.replaceAll(payer.accountNumber, flow.accountNumber) : recorded
    return hasMade ? replaceMade(own, seedOf(flow)) : own
  }
}

/** Replaces hashes and random texts by others. */
export const replaceMade = (text: string, seed: string): string =>
  text.replaceAll(made, (value) => another(value, seed))

/** Returns another text of the same form. A seed always gives the same text, except for UUIDs. */
function another(value: string, seed: string): string {
  if (value.length === 36) return randomUUID()
  const hash = createHash('sha256').update(seed).update(value)
  if (value.startsWith('\\x')) return `\\x${hash.digest('hex')}`
  if (value.length === 43) return hash.digest('base64url')
  return `T${hash.digest('hex').slice(0, 16).toUpperCase()}`
}
