import type { Notice } from './anet-account.ts'

interface NewsSenderOptions {
  readonly webhookUrl: string
  readonly sign: (body: string) => string
  readonly logFailure: (line: string) => void
}

/** The vendor tries again after these seconds, and then no more. */
const retryAfter = [1, 5, 15, 60, 300]
const answerTimeoutMs = 15_000

/** Sends news to the portal. Those that it does not take are sent again. */
export interface NewsSender {
  readonly send: (notice: Notice) => void
  readonly stop: () => void
}

/** Starts to send the news of an account. */
export function startNewsSender({ webhookUrl, sign, logFailure }: NewsSenderOptions): NewsSender {
  const stopping = new AbortController()
  const post = async (body: string): Promise<number> => {
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-anet-signature': sign(body) },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(answerTimeoutMs)]),
    })
    await answer.body?.cancel()
    return answer.status
  }
  const deliver = async (notice: Notice, tries: number): Promise<void> => {
    const status = await post(notice.body).catch(() => null)
    if (stopping.signal.aborted || (status !== null && status >= 200 && status < 300)) return
    logFailure(JSON.stringify({ event: 'not-taken', type: notice.type, status }))
    const seconds = retryAfter[tries]
    if (seconds !== undefined) setTimeout(() => void deliver(notice, tries + 1), seconds * 1000).unref()
  }
  return { send: (notice) => void deliver(notice, 0), stop: () => stopping.abort() }
}
