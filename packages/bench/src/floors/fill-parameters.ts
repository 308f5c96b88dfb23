import { createHash, randomUUID } from 'node:crypto'
import type { ReplayRecipe } from './replay-recipe.ts'

/** The flow for which a recorded statement is run again. */
export interface ReplayedFlow {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly address: string
  /** Random, the same in all calls of the flow: what the portal made up for its payer is made up from it. */
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
export function fillsOf(parameters: readonly (string | null)[], recipe: ReplayRecipe): readonly Fill[] {
  const first = parameters.find((one) => one !== null && instant.test(one))
  const begun = first === undefined || first === null ? 0 : epochMs(first)
  return parameters.map((recorded, index) => {
    if (recorded === null) return () => null
    if (instant.test(recorded)) {
      const later = Math.round((epochMs(recorded) - begun) / 60_000) * 60_000
      return (_flow, now) => new Date(now + later).toISOString()
    }
    return fillText(recorded, seedAfter(parameters[index - 1]), recipe)
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

function fillText(recorded: string, seedOf: Seed, { payer }: ReplayRecipe): Fill {
  if (recorded === payer.memberNumber) return (flow) => flow.memberNumber
  if (recorded === payer.address) return (flow) => flow.address
  const namesAccount = recorded.includes(payer.accountNumber)
  const hasMade = recorded.search(made) !== -1
  if (!namesAccount && !hasMade) return () => recorded
  return (flow) => {
    const own = namesAccount ? recorded.replaceAll(payer.accountNumber, flow.accountNumber) : recorded
    return hasMade ? own.replaceAll(made, (value) => another(value, seedOf(flow))) : own
  }
}

/** Another text of the same form, always the same one for the same seed. */
function another(value: string, seed: string): string {
  if (value.length === 36) return randomUUID()
  const hash = createHash('sha256').update(seed).update(value)
  if (value.startsWith('\\x')) return `\\x${hash.digest('hex')}`
  if (value.length === 43) return hash.digest('base64url')
  return `T${hash.digest('hex').slice(0, 16).toUpperCase()}`
}
