import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signApiCall } from './api-signature.ts'
import { signForm } from './form-signature.ts'
import { parseSigningKeys } from './signing-keys.ts'
import { type RunningSandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts'

export const testSigningKeys = `now:${Buffer.alloc(32, 1).toString('base64')},old:${Buffer.alloc(32, 2).toString('base64')}`
export const [currentKey, oldKey] = parseSigningKeys(testSigningKeys)

export interface ReceivedPostback {
  readonly headers: IncomingHttpHeaders
  readonly rawBody: string
  readonly body: Record<string, unknown>
  /** Milliseconds since the portal was started. */
  readonly at: number
}

export interface FakePortal {
  readonly url: string
  readonly received: ReceivedPostback[]
  /** Decides the status of the answer to the next postbacks; 200 at first. */
  answer: (postback: ReceivedPostback) => number
  /** Waits until that many have arrived in all. Fails after four seconds. */
  waitFor(count: number): Promise<ReceivedPostback[]>
  close(): Promise<void>
}

/** A portal that takes postbacks and remembers them. */
export async function startFakePortal(): Promise<FakePortal> {
  const started = performance.now()
  const received: ReceivedPostback[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks).toString('utf8')
      const body: Record<string, unknown> = JSON.parse(rawBody)
      const postback = { headers: request.headers, rawBody, body, at: performance.now() - started }
      received.push(postback)
      response.writeHead(portal.answer(postback)).end('{}')
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const portal: FakePortal = {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: () => 200,
    async waitFor(count) {
      const until = performance.now() + 4000
      while (received.length < count && performance.now() < until) await wait(5)
      if (received.length < count) throw new Error(`Only ${received.length} of ${count} postbacks came`)
      return received
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return portal
}

export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

export interface UnderTest {
  readonly sandbox: RunningSandbox
  readonly portal: FakePortal
  readonly dataDir: string
  /** All lines that were logged. */
  readonly lines: string[]
  /** Starts the sandbox again on the same store; close the first one before. */
  restart(options?: Partial<SandboxOptions>): Promise<RunningSandbox>
  close(): Promise<void>
}

/** A sandbox with a fresh store and a fake portal behind it; retries follow at once. */
export async function startUnderTest(options: Partial<SandboxOptions> = {}): Promise<UnderTest> {
  const portal = await startFakePortal()
  const dataDir = mkdtempSync(join(tmpdir(), 'provider-sandbox-'))
  const lines: string[] = []
  const running: RunningSandbox[] = []
  const restart = async (changes: Partial<SandboxOptions> = {}): Promise<RunningSandbox> => {
    const sandbox = await startSandbox({
      dataDir,
      signingKeys: testSigningKeys,
      postbackUrl: `${portal.url}/api/v3/payments/postback`,
      retryDelays: () => 10,
      log: (line) => lines.push(line),
      ...options,
      ...changes,
    })
    running.push(sandbox)
    return sandbox
  }
  return {
    sandbox: await restart(),
    portal,
    dataDir,
    lines,
    restart,
    async close() {
      await Promise.all(running.map((sandbox) => sandbox.close()))
      await portal.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let counter = 0

/** The fields of a hand-off without the token; every call has a transaction number of its own. */
export function handOffFields(changes: Readonly<Record<string, string>> = {}): Record<string, string> {
  counter += 1
  return {
    clientReference: `T-${counter}-${process.pid}`,
    coopNumber: '4711',
    utilityName: 'Mill River Electric',
    accountNumber: '100200300',
    accountDisplay: '100200300',
    balance: '123.45',
    applicationId: 'Web',
    postbackRequired: 'Y',
    enableCard: 'Y',
    enableEcheck: 'Y',
    returnUrl: 'http://portal.test/payment-success?isFromQuickPay=true',
    cancelUrl: 'http://portal.test/payment-cancel',
    taxIncluded: 'N',
    paymentType: 'cc',
    acceptedCardTypes: 'VI,MC,AX,DI',
    quickPayFlag: 'true',
    cardConvenienceFee: '{"kind":"percent","value":"2.95","count":1}',
    echeckConvenienceFee: '{"kind":"flat","value":"0.50","count":1}',
    maxCardAmount: '',
    currency: 'USD',
    language: 'en',
    ...changes,
  }
}

/** The fields with the token that the portal would add. */
export function signed(
  fields: Readonly<Record<string, string>>,
  issuedAt = Math.floor(Date.now() / 1000),
): Record<string, string> {
  return { ...fields, authorizationToken: signForm(fields, currentKey, issuedAt) }
}

/** Posts a form as a browser does, without following the redirect. */
export const postForm = (address: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

export const locationOf = (answer: Response): string => answer.headers.get('location') ?? ''

export interface Session {
  readonly transNo: string
  /** Address of the payment page. */
  readonly page: string
}

/** Hands a payer over to the sandbox and returns the page that they get. */
export async function openPayment(
  sandbox: RunningSandbox,
  changes: Readonly<Record<string, string>> = {},
): Promise<Session> {
  const fields = signed(handOffFields(changes))
  const answer = await postForm(`${sandbox.origin}/pay`, fields)
  if (answer.status !== 303) throw new Error(`The hand-off was answered with ${answer.status}: ${await answer.text()}`)
  return { transNo: fields['clientReference'] ?? '', page: `${sandbox.origin}${locationOf(answer)}` }
}

/** A complete card form. */
export const cardForm = (changes: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  method: 'cc',
  cardNumber: '4111 1111 1111 1111',
  cardName: 'Ada Member',
  cardExpiry: '12/39',
  cardCvc: '737',
  cardZip: '53703',
  ...changes,
})

/** A complete bank account form. */
export const echeckForm = (changes: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  method: 'echeck',
  bankName: 'Ada Member',
  routingNumber: '021000021',
  bankAccount: '000123456789',
  bankAccountAgain: '000123456789',
  bankAccountType: 'checking',
  ...changes,
})

export const payByCard = (session: Session, cardNumber = '4111111111111111'): Promise<Response> =>
  postForm(session.page, cardForm({ cardNumber }))

export interface ApiAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** A signed call to the sandbox's API. */
export async function callApi(
  sandbox: RunningSandbox,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  isBodySigned = false,
): Promise<ApiAnswer> {
  const covered = isBodySigned ? JSON.stringify(body) : undefined
  const answer = await fetch(`${sandbox.origin}${path}`, {
    method,
    headers: {
      authorization: signApiCall(currentKey, method, path, Math.floor(Date.now() / 1000), covered),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const parsed: Record<string, unknown> = JSON.parse(await answer.text())
  return { status: answer.status, body: parsed }
}

/** The fields of a form that asks to store a method, without the token. */
export const methodFields = (changes: Readonly<Record<string, string>> = {}): Record<string, string> => {
  counter += 1
  return {
    clientReference: `M-${counter}-${process.pid}`,
    coopNumber: '4711',
    utilityName: 'Mill River Electric',
    applicationId: 'Web',
    enableCard: 'Y',
    enableEcheck: 'Y',
    acceptedCardTypes: 'VI,MC,AX,DI',
    returnUrl: 'http://portal.test/billpayments/payment-profile?added=true',
    cancelUrl: 'http://portal.test/billpayments/payment-profile',
    language: 'en',
    ...changes,
  }
}

/** A signed call that sends something the signature covers. */
export async function postSigned(sandbox: RunningSandbox, path: string, body: unknown): Promise<ApiAnswer> {
  const text = JSON.stringify(body)
  const authorization = signApiCall(currentKey, 'POST', path, Math.floor(Date.now() / 1000), text)
  const answer = await fetch(sandbox.origin + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: text,
  })
  const parsed: Record<string, unknown> = JSON.parse(await answer.text())
  return { status: answer.status, body: parsed }
}

export const setMode = (sandbox: RunningSandbox, mode: string): Promise<ApiAnswer> =>
  callApi(sandbox, 'POST', '/api/mode', { mode })
