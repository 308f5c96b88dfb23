import { createHmac, randomBytes } from 'node:crypto'
import { apiVersion, type StoredKind, type StoredObjects } from './stored-objects.ts'
import type { StripeStore } from './stripe.store.ts'

/** Ways to send an event other than the usual one. */
interface OddSending {
  /** Another secret than the portal has. */
  readonly secret?: string
  /** Seconds that the signature is older than now; negative for one of the future. */
  readonly age?: number
  /** Text in place of the event, signed like it. */
  readonly body?: string
  /** Text that is sent in place of what was signed. */
  readonly alteredBody?: string
  /** `null` leaves the header out. */
  readonly header?: string | null
}

/** Sends events to the portal. */
export interface NoticeSender {
  readonly emit: (type: string, object: StoredObjects[StoredKind]) => void
  /** Sends an event now, once more or in an odd way; returns the status of the answer. */
  readonly send: (body: string, odd?: OddSending) => Promise<number>
  /** Keeps new events back until `release`. */
  readonly hold: () => void
  readonly release: () => void
  readonly stop: () => Promise<void>
}

const mostAttempts = 20
const waitAfter = (attempts: number): number => Math.min(1000 * 2 ** attempts, 60_000)
const answerTimeoutMs = 15_000

/** Signs an event: `t=…,v1=…`, HMAC-SHA256 over time, a point and the body. @internal */
export const signNotice = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

interface SenderOptions {
  readonly store: StripeStore
  /** Seconds since 1970, for the time in the signature. */
  readonly now: () => number
  readonly webhookUrl: string
  readonly webhookSecret: string
}

/** Posts an event and returns the status of the answer. */
async function post(url: string, body: string, header: string | null, stopping: AbortSignal): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(header === null ? {} : { 'stripe-signature': header }),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([stopping, AbortSignal.timeout(answerTimeoutMs)]),
  })
  await answer.body?.cancel()
  return answer.status
}

function eventOf(now: number, type: string, object: StoredObjects[StoredKind]): { readonly id: string } {
  return {
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    api_version: apiVersion,
    created: now,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  } as { readonly id: string }
}

/** Starts to send events. Those that were not answered with 2xx are sent again. */
export function startNoticeSender({ store, now, webhookUrl, webhookSecret }: SenderOptions): NoticeSender {
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isHeld = false

  const send = (body: string, odd: OddSending = {}): Promise<number> => {
    const { secret = webhookSecret, age = 0, body: signed = body } = odd
    const header = odd.header === undefined ? signNotice(secret, now() - age, signed) : odd.header
    return post(webhookUrl, odd.alteredBody ?? signed, header, stopping.signal)
  }

  const deliver = async (id: string, body: string, attempts: number): Promise<void> => {
    const status = await send(body).catch(() => null)
    if (stopping.signal.aborted) return
    const isDone = status !== null && status >= 200 && status < 300
    const isOver = isDone || attempts + 1 >= mostAttempts
    store.sent(id, status, isOver ? null : Date.now() + waitAfter(attempts))
    underWay.delete(id)
    wake()
  }

  const wake = (): void => {
    clearTimeout(timer)
    if (stopping.signal.aborted) return
    for (const { id, body, attempts } of isHeld ? [] : store.notices(Date.now())) {
      if (underWay.size < 8 && !underWay.has(id)) underWay.set(id, deliver(id, body, attempts))
    }
    timer = setTimeout(wake, 1000).unref()
  }

  wake()
  return {
    emit(type, object) {
      const event = eventOf(now(), type, object)
      store.addNotice({ id: event.id, type, about: object.id, body: JSON.stringify(event) }, Date.now())
      queueMicrotask(wake)
    },
    send,
    hold: () => {
      isHeld = true
    },
    release: () => {
      isHeld = false
      wake()
    },
    async stop() {
      clearTimeout(timer)
      stopping.abort()
      await Promise.all(underWay.values())
    },
  }
}
