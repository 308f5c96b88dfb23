import { randomUUID } from 'node:crypto'
import { createClient, type HttpClient } from '../support/http-client.ts'
import { postBack } from '../support/postback.ts'
import { pay, readSettings, transNoOf, verify } from '../support/quick-payer.ts'
import { accountNumberOf } from '../support/write-bundle.ts'

export interface Payment {
  readonly transNo: string
  readonly accountNumber: string
  /** Whole cents. */
  readonly amount: number
  /** True when the portal has accepted the provider's report that it was paid. */
  confirmed: boolean
}

export interface LoadRecord {
  requests: number
  /** Requests that failed, by what was asked and the answer. */
  readonly errors: Map<string, number>
  /** Payments whose form the portal has returned. */
  readonly payments: Payment[]
  /** The times at which payments were confirmed, in order, by `performance.now()`. */
  readonly confirmedAt: number[]
}

/** The longest time without a confirmed payment that ended after one moment and began before another, in seconds. */
export function longestGap(confirmedAt: readonly number[], from: number, to: number): number {
  const gaps = confirmedAt
    .slice(1)
    .map((end, index) => [confirmedAt[index] ?? end, end] as const)
    .filter(([begin, end]) => end > from && begin < to)
    .map(([begin, end]) => end - begin)
  return Math.max(0, ...gaps) / 1000
}

export interface LoadOptions {
  readonly accounts: number
  readonly payers: number
  readonly providerKey: Buffer
}

export interface MixedLoad {
  readonly record: LoadRecord
  /** Lets what has begun end: each payment is retried until it is confirmed. */
  readonly end: () => Promise<void>
}

const pause = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
/** The number of retries before the drill gives a call up: two minutes. */
const mostRetries = 240

/**
 * Payers of all accounts, each on another one of the processes: they look at a page, verify themselves, read the
 * settings and pay; then the provider reports that they paid. Failed calls are retried as a browser and the provider
 * do, a payment with the same key.
 */
export function startMixedLoad(origins: readonly string[], options: LoadOptions): MixedLoad {
  const clients = origins.map((origin) => createClient(origin, options.payers))
  const record: LoadRecord = { requests: 0, errors: new Map(), payments: [], confirmedAt: [] }
  const state = { record, isStopping: false }
  const visit = visiting(createCaller(clients, state.record), state.record, options.providerKey)
  const payer = async (number: number): Promise<void> => {
    for (let round = 0; !state.isStopping; round += 1) {
      await visit((number + round * options.payers) % options.accounts).catch(() => {})
      await pause(50)
    }
  }
  const all = Array.from({ length: options.payers }, async (_none, number) => payer(number))
  return {
    record: state.record,
    end: async () => {
      state.isStopping = true
      await Promise.all(all)
      for (const client of clients) client.close()
    },
  }
}

type Call<T> = (client: HttpClient) => Promise<T>

interface Caller {
  readonly once: <T>(what: string, call: Call<T>) => Promise<T>
  readonly retried: <T>(what: string, call: Call<T>) => Promise<T>
}

/** Makes each call to the next process and counts it. */
function createCaller(clients: readonly HttpClient[], record: LoadRecord): Caller {
  let turn = 0
  const once = async <T>(what: string, call: Call<T>): Promise<T> => {
    const client = clients[(turn += 1) % clients.length]
    if (client === undefined) throw new Error('There is no portal')
    record.requests += 1
    try {
      return await call(client)
    } catch (error) {
      const kind = `${what}: ${kindOf(error)}`
      record.errors.set(kind, (record.errors.get(kind) ?? 0) + 1)
      throw error
    }
  }
  const retried = async <T>(what: string, call: Call<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await once(what, call)
      } catch (error) {
        if (attempt >= mostRetries) throw error
        await pause(500)
      }
  }
  return { once, retried }
}

/** Performs a payer's visit, from the page to the confirmed payment, for the account with an index. */
const visiting =
  ({ once, retried }: Caller, record: LoadRecord, providerKey: Buffer) =>
  async (index: number): Promise<void> => {
    await once('page', async (client) => client.call({ method: 'GET', path: '/home' })).catch(() => {})
    const grant = await retried('verify', async (client) => verify(client, index))
    await once('settings', async (client) => readSettings(client, grant)).catch(() => {})
    const [key, amount] = [randomUUID(), 500 + (index % 100)]
    const transNo = transNoOf(await retried('pay', async (client) => pay(client, grant, amount, key)))
    const payment: Payment = { transNo, accountNumber: accountNumberOf(index), amount, confirmed: false }
    record.payments.push(payment)
    await retried('postback', async (client) => postBack(client, providerKey, payment))
    // The provider may send the same report twice.
    if (index % 10 === 0) await retried('postback', async (client) => postBack(client, providerKey, payment))
    payment.confirmed = true
    record.confirmedAt.push(performance.now())
  }

/** The status of an answer, or the error of a connection. */
function kindOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const status = / answered (?<status>\d{3})/u.exec(text)?.groups?.['status']
  return status ?? (error instanceof Error && 'code' in error ? String(error.code) : text)
}
