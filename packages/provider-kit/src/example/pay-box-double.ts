import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { freePort } from '@coopline/testing/free-port'
import type { AdapterUnderTest, Counterpart, Fault, Instrument, News } from '../adapter-under-test.ts'
import { createPayBox } from './pay-box.ts'

interface Move {
  readonly id: string
  readonly kind: 'charged' | 'declined' | 'refunded'
  readonly at: string
  readonly brand: string
  readonly lastFour: string
}

interface Payment {
  readonly id: string
  readonly account: string
  readonly amount: number
  readonly total: number
  readonly returnUrl: string
  readonly cancelUrl: string
  held: number
  page: 'open' | 'ended'
  readonly moves: Move[]
}

/** A stateful double of Pay Box: what the adapter speaks to in the kit. Yours is made from what your provider publishes. */
async function startPayBox(clock: () => number): Promise<Counterpart> {
  const [token = '', ...newsKeys] = [1, 2, 3].map(() => randomBytes(24).toString('base64url'))
  const payments = new Map<string, Payment>()
  const news: News[] = []
  let fault: Fault | null = null
  let ids = 0

  const move = (payment: Payment, kind: Move['kind']): void => {
    ids += 1
    const at = new Date(clock()).toISOString()
    payment.moves.push({ id: `pb${ids}`, kind, at, brand: 'visa', lastFour: kind === 'declined' ? '0002' : '4242' })
    news.push({ id: `n${ids}`, body: JSON.stringify({ newsId: `n${ids}`, payment: payment.id }) })
  }
  const refund = (payment: Payment): boolean => {
    if (payment.held === 0) return payment.moves.some(({ kind }) => kind === 'refunded')
    payment.held = 0
    move(payment, 'refunded')
    return true
  }
  const open = (fields: Omit<Payment, 'held' | 'page' | 'moves'>): { pageUrl: string } => {
    if (!payments.has(fields.id)) payments.set(fields.id, { ...fields, held: 0, page: 'open', moves: [] })
    return { pageUrl: `${url}/page/${fields.id}` }
  }
  const answerTo = (path: string, body: never): unknown => {
    const [, kind = '', id = '', action] = path.split('/')
    if (kind === 'health') return { ok: true }
    if (kind === 'days') {
      const moved = [...payments.values()].filter(({ moves }) => moves.some(({ at }) => at.startsWith(id)))
      return { total: moved.length, payments: fault === 'short-list' ? moved.slice(1) : moved }
    }
    if (kind === 'payments' && id === '') return open(body)
    const payment = payments.get(id)
    if (payment === undefined || (action === 'refunds' && !refund(payment))) return null
    if (action === 'end') payment.page = 'ended'
    return payment
  }
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      if (fault === 'down' || request.headers.authorization !== `Bearer ${token}`) return response.writeHead(503).end()
      if (fault === 'nonsense') return response.end('<h1>Bad gateway</h1>')
      const answer = answerTo(request.url ?? '', (text === '' ? {} : JSON.parse(text)) as never)
      if (fault === 'lost-answer') return request.socket.destroy()
      return response.writeHead(answer === null ? 404 : 200).end(JSON.stringify(answer))
    })
  })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  /** The payer's browser on the page of a payment. */
  const paymentAt = (address: string): Payment | undefined =>
    payments.get(new URL(address).pathname.split('/').at(-1) ?? '')
  const enter = (payment: Payment, instrument: Instrument): string | null => {
    const isPaid = payment.moves.some(({ kind }) => kind === 'charged')
    if (payment.page === 'ended' || isPaid) return null
    if (instrument === 'declined-card') {
      move(payment, 'declined')
      return null
    }
    payment.held = payment.total
    move(payment, 'charged')
    return payment.returnUrl
  }
  const known = (transNo: string): Payment => {
    const payment = payments.get(transNo)
    if (payment === undefined) throw new Error(`Pay Box has no payment ${transNo}.`)
    return payment
  }
  const noBank = 'Pay Box takes cards only.'
  const noDisputes = 'Pay Box reports no disputes: it answers for them itself.'
  return {
    env: { PAY_BOX_URL: url, PAY_BOX_TOKEN: token, PAY_BOX_NEWS_KEYS: newsKeys.join(',') },
    secrets: [token, ...newsKeys],
    lacks: {
      'stored-methods': 'Pay Box stores no methods.',
      bank: noBank,
      'late-returns': noBank,
      disputes: noDisputes,
      'refund-parts': 'Pay Box refunds whole payments only.',
      'vendor-parts': 'Pay Box refunds whole payments only.',
      'failed-refunds': 'A refund of Pay Box does not fail after it was made.',
      'fixed-method': noBank,
    },
    pay: async (target, instrument) => {
      const payment = target.kind === 'redirect' ? paymentAt(target.url) : undefined
      return payment === undefined ? null : enter(payment, instrument)
    },
    cancel: async (target) => (target.kind === 'redirect' ? (paymentAt(target.url)?.cancelUrl ?? '') : ''),
    news: async () => [...news],
    sign: ({ body }, { age = 0, key: which = 'right' } = {}) => {
      const secret = { right: newsKeys[0], second: newsKeys[1], wrong: 'bytes that no one has' }[which] ?? ''
      const seconds = Math.floor(clock() / 1000) - age
      const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
      return {
        body,
        headers: { 'content-type': 'application/json', 'pay-box-signature': `t=${seconds},sha256=${signature}` },
      }
    },
    vendor: {
      refund: async (transNo) => void refund(known(transNo)),
      failRefund: async () => undefined,
      dispute: async () => undefined,
      closeDispute: async () => undefined,
      endDebit: async () => undefined,
    },
    passTime: async () => undefined,
    setFault: async (next) => {
      fault = next
    },
    held: async (transNo) => payments.get(transNo)?.held ?? 0,
    charges: async (transNo) => payments.get(transNo)?.moves.filter(({ kind }) => kind === 'charged').length ?? 0,
    close: async () => {
      server.close().closeAllConnections()
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** The worked example, for `npm run provider-kit -- packages/provider-kit/src/example/pay-box-double.ts`. */
export const adapterUnderTest: AdapterUnderTest = {
  name: 'pay-box',
  create: ({ env, clock }) =>
    createPayBox({
      clock,
      url: env['PAY_BOX_URL'] ?? '',
      token: env['PAY_BOX_TOKEN'] ?? '',
      newsKeys: (env['PAY_BOX_NEWS_KEYS'] ?? '').split(','),
    }),
  startCounterpart: startPayBox,
}
