import type { BillRow } from '@coopline/contract/accounts/bills/bills.contract'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { ask, type Asking, memberHeaders, payingOf } from './ask.ts'
import { fieldsOf } from './provider-double.ts'

/** One request of the traffic. */
export interface Visit {
  readonly what: string
  /** Milliseconds since the traffic began. */
  readonly at: number
  /** Milliseconds until the whole answer had arrived. */
  readonly took: number
  /** The status of the answer; 0 without an answer. */
  readonly status: number
}

export interface Traffic {
  readonly visits: readonly Visit[]
  /** Payments whose form the portal has returned. It must never lose one of them. */
  readonly acknowledged: ReadonlySet<string>
  /** Lets what is under way end. */
  readonly end: () => Promise<void>
}

export interface Pace {
  readonly perSecond: number
  /** One of this many requests is a payment. An account may start a thousand in an hour. */
  readonly payEvery: number
}

/**
 * Starts ordinary traffic on the demo cooperative's portal, at a steady rate even without answers: pages, settings,
 * payers who do not sign in, and a member who views an account and a bill as PDF.
 *
 * @param origin returns the current origin of the portal.
 */
export function startTraffic(origin: () => string, { perSecond, payEvery }: Pace): Traffic {
  const visits: Visit[] = []
  const acknowledged = new Set<string>()
  const visit = visiting(origin, visits)
  const things = thingsToDo(visit)
  const underWay = new Set<Promise<unknown>>()
  let count = 0
  const timer = setInterval(() => {
    const one = count % payEvery === 0 ? pay(visit, acknowledged) : things[count % things.length]?.()
    count += 1
    if (one === undefined) return
    underWay.add(one)
    void one.then(() => underWay.delete(one))
  }, 1000 / perSecond)
  return {
    visits,
    acknowledged,
    end: async () => {
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}

/** Sends a request and records the result. `null` without an answer. */
type Visiting = (what: string, path: string, asking?: Asking) => Promise<Response | null>

function visiting(origin: () => string, visits: Visit[]): Visiting {
  const begun = performance.now()
  return async (what, path, asking) => {
    const at = performance.now()
    const tell = (status: number) => void visits.push({ what, at: at - begun, took: performance.now() - at, status })
    try {
      const response = await ask(origin(), path, asking)
      tell(response.status)
      return response
    } catch {
      tell(0)
      return null
    }
  }
}

function thingsToDo(visit: Visiting): readonly (() => Promise<unknown>)[] {
  const asMember = signingIn(visit)
  const account = '/accounts/100100101'
  const page = (path: string) => async () => visit('page', path)
  const settings = async () => visit('settings', '/api/v3/site/maintenance')
  const read = (what: string, path: string) => async () => asMember(what, path)
  return [
    page('/home'),
    read('accounts', '/accounts?pageSize=5'),
    read('account', account),
    settings,
    read('payments', `${account}/payments?pageSize=9`),
    async () => readBill(asMember, account),
    page('/quick-pay'),
    read('accounts', '/accounts?pageSize=5'),
    read('account', account),
    page('/accountoverview'),
    read('payments', `${account}/payments?pageSize=9`),
    settings,
  ]
}

/** Asks as Ada, who signs in, once at a time, when she is not signed in or no longer. */
function signingIn(visit: Visiting): Visiting {
  let signedIn: Promise<Record<string, string> | null> | null = null
  const signIn = async () => {
    const body = { username: 'ada.lindqvist', password: 'Prairie!2026' }
    const response = await visit('sign-in', '/api/v3/login', { body })
    return response?.status === 200 ? memberHeaders(response).catch(() => null) : null
  }
  return async (what, path, asking = {}) => {
    signedIn ??= signIn()
    const used = signedIn
    const headers = await used
    const response = headers && (await visit(what, `/api/v3/members/10001${path}`, { ...asking, headers }))
    if (signedIn === used && (headers === null || response?.status === 401)) signedIn = null
    return response
  }
}

async function readBill(asMember: Visiting, account: string): Promise<void> {
  const bills = await asMember('bills', `${account}/bills?pageSize=9`)
  if (bills?.status !== 200) return
  const [newest] = ((await bills.json()) as { results: BillRow[] }).results
  if (newest === undefined) return
  const { billViewUrl, statementStartDate } = newest
  await asMember('bill as PDF', '/bills/pdf', { body: { billViewUrl, timeTick: '0', statementStartDate } })
}

/** Goes through Quick Pay up to the form for the provider. */
async function pay(visit: Visiting, acknowledged: Set<string>): Promise<void> {
  const body = { accountNumber: '100100101', phoneLastFourDigits: '4821' }
  const verified = await visit('verify', '/api/v3/quick-pay/verify/account/phone', { body })
  if (verified?.status !== 200) return
  const { path, asking } = await payingOf(verified, 100)
  const paid = await visit('pay', path, asking)
  if (paid?.status === 200) acknowledged.add(fieldsOf((await paid.json()) as Requisition)['clientReference'] ?? '')
}
