import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type PaymentAtProvider,
  type PaymentGateway,
  type ProviderEvent,
  type ProviderNews,
  type ProviderPayment,
  type ReportedPayment,
  UnreadablePostback,
  UnusableReport,
} from '@coopline/server/payment-gateway'
import { NotSignedIn, Unavailable } from '@coopline/server/errors'
import { describeUnreadable } from '@coopline/server/read-payment'
import { cents } from '@coopline/rules/kernel/money'
import { z } from 'zod'

/**
 * An adapter for an invented provider, Pay Box, as an example for your own (docs/providers/write-your-own.md). Pay Box has a page that it
 * makes for a payment, news that say only which payment changed, whole refunds, and a list of the payments of a day. It stores no methods.
 */

interface PayBoxOptions {
  readonly clock: { readonly now: () => Date }
  /** Address of the API, without a slash at the end. */
  readonly url: string
  /** Authenticates our calls. */
  readonly token: string
  /** Sign the news of Pay Box: one, or two during a rotation. */
  readonly newsKeys: readonly string[]
}

/** A payment as Pay Box answers it. Whatever is not of this form is refused: nothing may be concluded from half of an answer. */
const payment = z.object({
  id: z.string(),
  total: z.int(),
  /** Cents of the payment that Pay Box holds now. */
  held: z.int(),
  page: z.enum(['open', 'ended']),
  moves: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['charged', 'declined', 'refunded']),
      at: z.string(),
      brand: z.string().nullable(),
      lastFour: z.string().nullable(),
    }),
  ),
})
type PayBoxPayment = z.output<typeof payment>

const typeOf = { charged: 'payment.succeeded', declined: 'payment.declined', refunded: 'payment.refunded' } as const

/** Returns all that has happened to a payment. Each event has the id that Pay Box gave it, so that the portal books it once. */
function eventsOf(
  { id: transNo, held, total, moves }: PayBoxPayment,
  { accountNumber, accountAlias = accountNumber, amount, convenienceFee }: Facts,
) {
  return moves.map(
    (move, index): ProviderEvent => ({
      eventId: move.id,
      type: typeOf[move.kind],
      transNo,
      accountNumber: accountAlias,
      currency: 'USD',
      amount,
      convenienceFee,
      totalAmount: cents(total),
      paymentType: 'cc',
      cardType: move.brand === 'visa' ? 'VI' : null,
      lastFour: move.lastFour,
      confirmationNumber: move.id,
      message: null,
      occurredAt: move.at,
      // The sum is that of now, so it belongs to the newest event.
      ...(index === moves.length - 1 ? { netAmount: cents(held) } : {}),
    }),
  )
}
type Facts = Pick<PaymentAtProvider, 'accountNumber' | 'accountAlias' | 'amount' | 'convenienceFee'>

function standingOf({ held, moves }: PayBoxPayment): Extract<ProviderPayment, { kind: 'events' }>['standing'] {
  const last = moves.at(-1)?.kind
  const status =
    last === undefined ? 'open' : ({ charged: 'succeeded', declined: 'declined', refunded: 'refunded' } as const)[last]
  return { status, netAmount: cents(held) }
}

/** Creates the adapter. */
export function createPayBox({ clock, url, token, newsKeys }: PayBoxOptions): PaymentGateway {
  /** Calls the API. @returns `null` for 404. @throws Unavailable when no answer of the right form comes within ten seconds. */
  const call = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    if (answer?.status === 404) return null
    if (answer?.ok !== true) throw new Unavailable('The payment provider')
    return answer.json().catch(() => {
      throw new Unavailable('The payment provider')
    })
  }
  const read = <T>(schema: z.ZodType<T>, answer: unknown): T => {
    const { success, data } = schema.safeParse(answer)
    if (!success) throw new Unavailable('The payment provider')
    return data
  }
  const asPayment = (answer: unknown, facts: Facts): ProviderPayment => {
    if (answer === null) return { kind: 'unknown' }
    const found = read(payment, answer)
    if (found.moves.length === 0) return { kind: found.page === 'open' ? 'open' : 'over' }
    return { kind: 'events', events: eventsOf(found, facts), standing: standingOf(found) }
  }
  const none = async () => Promise.reject(new Unavailable('The payment provider'))

  return {
    name: 'pay-box' as PaymentGateway['name'],
    capabilities: { methods: ['cc'], storedMethods: [], refunds: 'whole' },
    formOrigins: [],
    async start({
      transNo,
      accountNumber,
      accountAlias = accountNumber,
      amount,
      convenienceFee,
      returnUrl,
      cancelUrl,
    }) {
      const total = amount + convenienceFee
      const body = { id: transNo, account: accountAlias, amount, total, returnUrl, cancelUrl }
      const { pageUrl } = read(z.object({ pageUrl: z.url() }), await call('/payments', body))
      return { target: { kind: 'redirect', url: pageUrl }, reference: null }
    },
    async readEvents(headers, rawBody) {
      const signature = /^t=(\d{1,12}),sha256=([0-9a-f]{64})$/u.exec(headers['pay-box-signature'] ?? '')
      const [, time = '', given = ''] = signature ?? []
      const isSigned = newsKeys.some((one) => {
        const expected = createHmac('sha256', one).update(`${time}.`).update(rawBody).digest()
        return given !== '' && timingSafeEqual(expected, Buffer.from(given, 'hex'))
      })
      if (!isSigned || Math.abs(clock.now().getTime() / 1000 - Number(time)) > 300)
        throw new NotSignedIn('A call has the wrong signature')
      const said = parse(rawBody)
      const news = z.object({ newsId: z.string(), payment: z.string() }).safeParse(said)
      if (!news.success) throw new UnreadablePostback('', describeUnreadable(said, []))
      const { newsId: noticeId, payment: transNo } = news.data
      return [{ kind: 'look-up', noticeId, subject: { about: 'payment', transNo } }] satisfies ProviderNews[]
    },
    fetch: async (one) => asPayment(await call(`/payments/${one.transNo}`), one),
    async refund(one, { refundId }) {
      const answer = await call(`/payments/${one.transNo}/refunds`, { refundId })
      return answer === null ? { kind: 'refused', why: 'state' } : asPayment(answer, one)
    },
    end: async (one) => asPayment(await call(`/payments/${one.transNo}/end`, {}), one),
    async *report(day): AsyncIterable<ReportedPayment> {
      const reported = payment.extend({ amount: z.int(), account: z.string() })
      const list = z.object({ total: z.int(), payments: z.array(reported) })
      const { total, payments } = read(list, await call(`/days/${day}`))
      if (payments.length !== total) throw new UnusableReport(day, 'payments are missing')
      for (const one of payments) {
        const facts = {
          accountNumber: one.account,
          amount: cents(one.amount),
          convenienceFee: cents(one.total - one.amount),
        }
        yield { kind: 'readable', transNo: one.id, events: eventsOf(one, facts), standing: standingOf(one) }
      }
    },
    ping: async () => void (await call('/health')),
    prove: async () => {
      const isThere = await call('/health').then(
        (answer) => answer !== null && z.object({ ok: z.literal(true) }).safeParse(answer).success,
        () => false,
      )
      return isThere
        ? [{ verdict: 'ok', sentence: 'Pay Box answers, and accepts our key.', advice: null }]
        : [{ verdict: 'fault', sentence: 'Pay Box does not answer.', advice: 'Check the address and the key.' }]
    },
    // Pay Box stores no methods, and the portal offers none.
    startMethod: none,
    fetchMethod: none,
    charge: none,
    forget: none,
    findNumber: async () => null,
  }
}

function parse(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString('utf8'))
  } catch {
    return null
  }
}
