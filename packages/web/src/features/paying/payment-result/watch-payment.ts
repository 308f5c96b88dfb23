import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { type ResultView, waitsMs } from './result-view.ts'

interface Watch {
  /** Asks the server once. */
  readonly ask: (signal: AbortSignal) => Promise<PaymentResult>
  readonly signal: AbortSignal
  readonly show: (view: ResultView) => void
}

/**
 * Polls the result of a payment until it is known, with growing intervals and a limit. It only reads, so it never pays twice.
 */
export async function watchPayment({ ask, signal, show }: Watch): Promise<void> {
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
