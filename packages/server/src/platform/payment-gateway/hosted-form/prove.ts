import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { causeOf } from '../../doctor/finding.ts'
import type { Env } from '../../env.ts'
import type { Key } from '../../keys.ts'
import { UnusableReport } from '../payment-gateway.ts'
import type { Proof } from '../proofs.ts'
import { authorization } from './provider-calls.ts'
import { readReport } from './read-report.ts'

const patienceMs = 10_000

const advice = 'Check PROVIDER_URL, and ask the provider.'

const faultOf = (sentence: string, what: string): Proof => ({ verdict: 'fault', sentence, advice: what })

/**
 * Proves that the provider runs and shares the portal's key: it answers a signed call as the protocol says, and refuses the same call with
 * another signature.
 */
export async function proveProvider(
  env: Pick<Env, 'PROVIDER_URL' | 'PUBLIC_ORIGIN'>,
  keys: readonly Key[],
  clock: Clock,
): Promise<readonly Proof[]> {
  return [await prove(env, keys, clock)]
}

async function prove(
  env: Pick<Env, 'PROVIDER_URL' | 'PUBLIC_ORIGIN'>,
  keys: readonly Key[],
  clock: Clock,
): Promise<Proof> {
  const { host } = new URL(env.PROVIDER_URL)
  if (host === new URL(env.PUBLIC_ORIGIN).host)
    return faultOf(`PROVIDER_URL is the portal’s own address (${host}).`, 'Set it to the provider’s address.')
  const [key] = keys
  if (key === undefined)
    return faultOf('There is no key shared with the provider.', 'Set PROVIDER_SIGNING_KEYS (docs/OPERATIONS.md).')
  try {
    const right = await askForDay(env.PROVIDER_URL, [key], clock)
    if (right === 'refused')
      return faultOf(
        `${host} refuses the signature of the key "${key.kid}".`,
        'Compare the first key of PROVIDER_SIGNING_KEYS, and the clock of this machine, with the provider’s.',
      )
    if (right === 'down') return { verdict: 'warning', sentence: `${host} answers that it is out of order.`, advice }
    if (right === 'foreign') return faultOf(`${host} answers, but not as a payment provider does.`, advice)
    const wrong = await askForDay(env.PROVIDER_URL, [{ ...key, secret: randomBytes(32) }], clock)
    if (wrong === 'answered')
      return faultOf(`${host} answers calls with a wrong signature, too: it would take them from anyone.`, advice)
    const sentence = `${host} answers signed calls, and refuses others (key "${key.kid}").`
    return { verdict: 'ok', sentence, advice: null }
  } catch (error) {
    return faultOf(`${host} does not answer: ${causeOf(error)}.`, advice)
  }
}

/** Asks the provider for the payments of the day, signed, and reads the answer to its end. */
async function askForDay(
  origin: string,
  keys: readonly Key[],
  clock: Clock,
): Promise<'answered' | 'refused' | 'down' | 'foreign'> {
  const now = clock.now()
  const day = now.toISOString().slice(0, 10)
  const sent = { method: 'GET', path: `/api/payments?date=${day}`, body: undefined } as const
  const { status, body } = await fetch(origin + sent.path, {
    headers: { authorization: authorization(keys, sent, now), accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  })
  if (status === 200 && body !== null) {
    try {
      for await (const _payment of readReport(day, body)) continue
      return 'answered'
    } catch (error) {
      if (!(error instanceof UnusableReport)) throw error
      return 'foreign'
    }
  }
  await body?.cancel()
  if (status === 401 || status === 403) return 'refused'
  return status >= 500 ? 'down' : 'foreign'
}
