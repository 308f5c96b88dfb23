import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@coopline/provider-sandbox/start-sandbox'
import type { HandOffTarget } from '@coopline/server/payment-gateway'
import { freePort } from '@coopline/testing/free-port'
import type { AdapterUnderTest, Counterpart, Instrument, News, OddSignature } from '../adapter-under-test.ts'

const keys = { first: randomBytes(32), second: randomBytes(32) }
const keyText = Object.entries(keys)
  .map(([kid, secret]) => `${kid}:${secret.toString('base64')}`)
  .join(',')
const password = 'sandbox'

const card = (cardNumber: string): Record<string, string> => ({
  method: 'cc',
  cardNumber,
  cardName: 'Ada Lindqvist',
  cardExpiry: '12/30',
  cardCvc: '123',
  cardZip: '54701',
})
const bank = (bankAccount: string): Record<string, string> => ({
  method: 'echeck',
  bankName: 'Cedar Valley Bank',
  routingNumber: '021000021',
  bankAccount,
  bankAccountAgain: bankAccount,
  bankAccountType: 'checking',
})

const typed: Readonly<Record<Instrument, Readonly<Record<string, string>>>> = {
  card: card('4111111111111111'),
  'declined-card': card('4000000000000002'),
  'card-declined-later': card('4000000000000002'),
  bank: bank('000123456789'),
  'closed-bank': bank('000123456789'),
}

/** Receives the sandbox's postbacks in place of the portal, to which the kit sends them itself. */
async function startSink(): Promise<{ readonly url: string; readonly news: News[]; readonly close: () => void }> {
  const news: News[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      news.push({ id: String(request.headers['webhook-id']), body })
      response.writeHead(200).end('{}')
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = (): void => {
    server.close().closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, news, close }
}

async function post(address: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}

/** Follows the form to the page. @returns the address of the page. */
async function openPage(target: HandOffTarget): Promise<string> {
  if (target.kind !== 'form') throw new Error('The hosted form is reached by a form.')
  const fields = Object.fromEntries(target.fields.map(({ name, value }) => [name, value]))
  const answer = await post(target.action, fields)
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`The page was not opened: ${answer.status}`)
  return new URL(location, target.action).href
}

interface BackOffice {
  readonly setMode: (mode: string) => Promise<void>
  readonly press: (transNo: string, button: string) => Promise<void>
  /** Reads what the sandbox says of a payment; `null` when it knows none. */
  readonly statusOf: (transNo: string) => Promise<Readonly<Record<string, unknown>> | null>
  /** Waits until the sandbox has sent all that it has to send. */
  readonly allSent: () => Promise<void>
}

/** The sandbox's signed calls and the buttons of its staff. */
function backOfficeOf(origin: string, clock: () => number): BackOffice {
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Response> => {
    const seconds = Math.floor(clock() / 1000)
    const signature = createHmac('sha256', keys.first).update(`${method}\n${path}\n${seconds}`).digest('base64url')
    const authorization = `Coopline-HMAC first:${seconds}:${signature}`
    const headers = { authorization, 'content-type': 'application/json' }
    return fetch(origin + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  }
  return {
    setMode: async (mode) => void (await call('POST', '/api/mode', { mode })),
    async press(transNo, button) {
      const authorization = `Basic ${Buffer.from(`kit:${password}`).toString('base64')}`
      const headers = { authorization, 'sec-fetch-site': 'same-origin' }
      await fetch(`${origin}/backoffice/payments/${transNo}/${button}`, { method: 'POST', headers, redirect: 'manual' })
    },
    async statusOf(transNo) {
      const answer = await call('GET', `/api/payments/${transNo}`)
      return answer.status === 404 ? null : ((await answer.json()) as Record<string, unknown>)
    },
    async allSent() {
      for (let tries = 0; tries < 2_000; tries += 1) {
        const health = (await (await fetch(`${origin}/healthz`)).json()) as { readonly postbacksWaiting: number }
        if (health.postbacksWaiting === 0) return
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error('The sandbox has not sent its postbacks.')
    },
  }
}

/** Signs news as the sandbox does. */
function signedAt(seconds: number, { id, body }: News, key: OddSignature['key']): ReturnType<Counterpart['sign']> {
  const [kid, secret] =
    key === 'second' ? ['second', keys.second] : ['first', key === 'wrong' ? randomBytes(32) : keys.first]
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${signature}`,
      'webhook-key-id': kid,
    },
  }
}

const lacks: Counterpart['lacks'] = {
  'vendor-parts': 'The back office of the sandbox refunds whole payments.',
  'failed-refunds': 'The protocol has no refund that fails after it was made.',
  'ended-pages': 'The protocol has no call that ends a page: a payment that is paid late is booked.',
  'list-totals': 'A report of the protocol has no total: it is whole when its JSON is.',
}

async function startCounterpart(clock: () => number): Promise<Counterpart> {
  const dataDir = mkdtempSync(join(tmpdir(), 'coopline-kit-'))
  const sink = await startSink()
  const options = { dataDir, signingKeys: keyText, postbackUrl: sink.url, backofficePassword: password }
  const sandbox = await startSandbox({ ...options, now: clock, slowMs: 20 })
  const { setMode, press, statusOf, allSent } = backOfficeOf(sandbox.origin, clock)
  /** Payments from bank accounts that return what was debited. */
  const closed = new Set<string>()
  return {
    env: { PROVIDER_URL: sandbox.origin, PROVIDER_SIGNING_KEYS: keyText },
    secrets: [keys.first.toString('base64'), keys.second.toString('base64')],
    lacks,
    async pay(target, instrument) {
      const page = await openPage(target)
      const transNo =
        target.kind === 'form' ? target.fields.find(({ name }) => name === 'clientReference')?.value : null
      if (instrument === 'closed-bank') closed.add(transNo ?? '')
      const location = (await post(page, typed[instrument])).headers.get('location')
      return location === null || location.startsWith('/') ? null : location
    },
    cancel: async (target) => (await post(`${await openPage(target)}/cancel`, {})).headers.get('location') ?? '',
    async news() {
      await allSent()
      return [...sink.news]
    },
    sign: (news, { age = 0, key } = {}) => signedAt(Math.floor(clock() / 1000) - age, news, key),
    vendor: {
      refund: async (transNo) => press(transNo, 'refund'),
      failRefund: async () => undefined,
      dispute: async (transNo) => press(transNo, 'dispute'),
      closeDispute: async (transNo, result) => {
        if (result === 'won') await press(transNo, 'reinstate')
      },
      // The sandbox's debits are paid at once; a bank that returns one is a button.
      endDebit: async (transNo) => {
        if (closed.has(transNo)) await press(transNo, 'return')
      },
    },
    passTime: async () => undefined,
    setFault: async (fault) => setMode(fault ?? 'ok'),
    held: async (transNo) => Number((await statusOf(transNo))?.['netAmount'] ?? 0),
    async charges(transNo) {
      const events = ((await statusOf(transNo))?.['events'] ?? []) as readonly { readonly type: string }[]
      return events.filter(({ type }) => type === 'payment.succeeded').length
    },
    async close() {
      await sandbox.close()
      sink.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The portal's own protocol of hosted payment forms, with the sandbox on the other side. */
export const hostedForm: AdapterUnderTest = { name: 'hosted-form', startCounterpart }
