import { useCallback, useEffect, useRef, useState } from 'react'
import { usePageQuery, useReplaceQuery } from '../../../portal/page/page-address.ts'
import { forgetMemberAttempt } from '../../../portal/paying/stored-member-payment.ts'
import { forgetQuickPay, readQuickPayToken } from '../../../portal/session/quick-pay-token.ts'
import { findResult, forgetResult, keepResult, type PaidAs, paidAsIn, type StoredResult } from './stored-result.ts'
import { type ResultView, waitsMs } from './result-view.ts'
import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import { call } from '../../../portal/call/call.ts'
import { memberCall } from '../../../portal/call/member-call.ts'
import { findStoredUser } from '../../../portal/session/stored-user.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'

interface Watch {
  /** Asks the server once. */
  readonly ask: (signal: AbortSignal) => Promise<PaymentResult>
  readonly signal: AbortSignal
  readonly show: (view: ResultView) => void
}

/**
 * Polls the result of a payment until it is known, with growing intervals and a limit. It only reads, so it never pays twice.
 */
async function watchPayment({ ask, signal, show }: Watch): Promise<void> {
  let missed: unknown = null
  for (const wait of [...waitsMs, null]) {
    const answer = await answerOf(ask(signal))
    if (signal.aborted) return
    if ('result' in answer && answer.result.outcome !== 'processing')
      return show({ at: 'known', result: answer.result })
    if ('error' in answer && isFinalRefusal(answer.error)) return show({ at: 'failed', error: answer.error })
    missed = 'error' in answer ? answer.error : null
    if (wait === null) break
    show({ at: 'processing', missed: missed !== null })
    await pause(wait, signal)
    if (signal.aborted) return
  }
  show({ at: 'given-up', error: missed })
}

type Answer = { readonly result: PaymentResult } | { readonly error: unknown }

async function answerOf(pending: Promise<PaymentResult>): Promise<Answer> {
  try {
    return { result: await pending }
  } catch (error) {
    return { error }
  }
}

/** No answer, too many questions and faults of the server pass; any other refusal will be the same the next time. */
const isFinalRefusal = (error: unknown): boolean =>
  error instanceof CallFailed && error.status < 500 && error.status !== 429 && error.status !== 408

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

interface PaymentWatch {
  readonly view: ResultView
  /** Decides where Done leads. */
  readonly paidAs: PaidAs
  readonly askAgain: () => void
}

/**
 * The result of the payment that the address names. The name is removed from the address at once; this tab keeps it,
 * and the answer, for when the page is loaded again.
 */
export function usePaymentResult(): PaymentWatch {
  const query = usePageQuery()
  const replaceQuery = useReplaceQuery()
  const [kept] = useState(() => storedFor(query.get('encodedParam'), paidAsIn(query)))
  const paidAs = kept?.paidAs ?? 'member'
  const [view, setView] = useState<ResultView>(() => startView(kept))

  useEffect(() => {
    if (!query.has('encodedParam')) return
    const rest = new URLSearchParams(query)
    rest.delete('encodedParam')
    replaceQuery(rest.toString())
  }, [query, replaceQuery])

  const watching = useRef<AbortController | null>(null)
  const watch = useCallback(() => {
    if (kept === null || kept.result !== null) return
    keepResult(kept)
    const ask = resultFetcher(kept)
    if (ask === null) return
    watching.current = new AbortController()
    const { signal } = watching.current
    void watchPayment({ ask, signal, show: (next) => setView(remember(kept, next)) })
  }, [kept])

  useEffect(() => {
    watch()
    return () => watching.current?.abort()
  }, [watch])

  const askAgain = () => {
    setView({ at: 'checking' })
    watch()
  }
  return { view, paidAs, askAgain }
}

/**
 * A final answer outlives the page; success ends Quick Pay in this browser; a refused question is not repeated. A payment
 * under review is not final: after a reload the page asks again.
 */
function remember(kept: StoredResult, view: ResultView): ResultView {
  if (view.at === 'known' && view.result.outcome !== 'under-review') keepResult({ ...kept, result: view.result })
  if (view.at === 'known' && kept.paidAs !== 'quick-pay') forgetMemberAttempt()
  if (view.at === 'known' && kept.paidAs === 'quick-pay' && view.result.outcome === 'confirmed') forgetQuickPay()
  if (view.at === 'failed') forgetResult()
  return view
}

/** The payment of the address, else the one this tab remembers. A remembered answer counts for its own payment only. */
function storedFor(encodedParam: string | null, paidAs: PaidAs): StoredResult | null {
  const kept = findResult()
  if (encodedParam === null || encodedParam === '') return kept
  return kept?.encodedParam === encodedParam ? kept : { encodedParam, paidAs, result: null }
}

function startView(kept: StoredResult | null): ResultView {
  if (kept === null) return { at: 'nothing' }
  if (kept.result !== null) return { at: 'known', result: kept.result }
  if (resultFetcher(kept) !== null) return { at: 'checking' }
  return kept.paidAs === 'quick-pay' ? { at: 'nothing' } : { at: 'signed-out' }
}

type FetchResult = (signal: AbortSignal) => Promise<PaymentResult>

/**
 * Returns the call that fetches a payment's result (PS-15): with the Quick Pay token for a payment of Quick Pay, else as the
 * signed-in member. `null` when the browser has neither proof.
 */
function resultFetcher({ encodedParam, paidAs }: StoredResult): FetchResult | null {
  const query = { encryptedPayload: encodedParam }
  if (paidAs === 'quick-pay') {
    const bearer = readQuickPayToken()
    return bearer === null ? null : (signal) => call('GET /v3/quick-pay/payments/status', { query, bearer, signal })
  }
  const memberNumber = findStoredUser()?.memberNumber
  if (memberNumber === undefined) return null
  if (paidAs === 'shared')
    return (signal) =>
      memberCall('GET /v3/members/{memberNumber}/shared-with-me/payments/status', {
        params: { memberNumber },
        query,
        signal,
      })
  return (signal) =>
    memberCall('GET /v3/members/{memberNumber}/payments/status', { params: { memberNumber }, query, signal })
}
