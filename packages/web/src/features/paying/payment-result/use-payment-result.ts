import { useCallback, useEffect, useRef, useState } from 'react'
import { usePageQuery, useReplaceQuery } from '../../../portal/page/page-address.ts'
import { forgetMemberAttempt } from '../../../portal/paying/stored-member-payment.ts'
import { forgetQuickPay } from '../../../portal/session/quick-pay-token.ts'
import { resultFetcher } from './fetch-result.ts'
import { findResult, forgetResult, keepResult, type StoredResult, paidAsIn, type PaidAs } from './stored-result.ts'
import type { ResultView } from './result-view.ts'
import { watchPayment } from './watch-payment.ts'

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
