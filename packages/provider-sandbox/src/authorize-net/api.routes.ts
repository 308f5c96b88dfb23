import type { ApiFault } from '../api-faults.ts'
import { type Answer, type Call, json, plainText, type Route } from '../http.ts'
import { type AnetAccount, Refusal } from './anet-account.ts'
import { requests } from './api.requests.ts'
import { checkOrder } from './read-fields.ts'

/** The double as its routes see it. */
export interface AnetApi {
  readonly account: AnetAccount
  readonly loginId: string
  readonly transactionKey: string
  /** The portal's address for news. */
  readonly webhookUrl: string
  /** Takes the fault that this call meets, if any. */
  readonly takeFault: (what: string) => ApiFault | null
  /** Ends when the double stops. */
  readonly stopping: AbortSignal
}

/** The routes of the vendor's API. */
export const apiRoutes = (api: AnetApi): Route[] => [
  { method: 'POST', path: '/xml/v1/request.api', handle: (call) => answerTo(api, call) },
  {
    method: 'GET',
    path: '/rest/v1/webhooks',
    handle: (call) => throughFault(api, 'webhooks', () => endpoints(api, call)),
  },
]

/** The name of the request, by which a fault may be set, is the first word of the body. */
async function throughFault(
  api: AnetApi,
  what: string,
  answer: (fault: ApiFault | null) => Answer | Promise<Answer>,
): Promise<Answer> {
  const fault = api.takeFault(what)
  if (fault?.kind === 'time-out')
    await new Promise<void>((resolve) => {
      if (api.stopping.aborted) resolve()
      else api.stopping.addEventListener('abort', () => resolve(), { once: true })
    })
  if (fault?.kind === 'status') return plainText(fault.status, 'Sandbox')
  if (fault?.kind === 'nonsense') return { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>502</h1>' }
  const given = await answer(fault)
  return fault?.kind === 'lost-answer' ? { ...given, isLost: true } : given
}

const ok = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] }
const failed = ({ code, message }: Refusal) => ({ resultCode: 'Error', message: [{ code, text: message }] })

/** Answers a call. Every answer has the status 200 and a byte order mark before its JSON. */
async function answerTo(api: AnetApi, call: Call): Promise<Answer> {
  const text = await call.readBody()
  return throughFault(api, /[A-Za-z]+/u.exec(text)?.[0] ?? '', (fault) => {
    const answer = answerIn(api, text)
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: `\uFEFF${JSON.stringify(fault?.kind === 'short-list' ? withoutFirst(answer) : answer)}`,
    }
  })
}

const withoutFirst = (answer: object): object =>
  'transactions' in answer && Array.isArray(answer.transactions)
    ? { ...answer, transactions: answer.transactions.slice(1) }
    : answer

function answerIn({ account, loginId, transactionKey }: AnetApi, text: string): object {
  try {
    const [[name, value] = ['', null], ...more] = Object.entries(JSON.parse(text) as Record<string, unknown>)
    const kind = requests[name.replace(/Request$/u, '')]
    if (kind === undefined || more.length > 0 || typeof value !== 'object' || value === null)
      throw new Refusal('E00003', `The request '${name}' is invalid.`)
    const fields = value as Readonly<Record<string, unknown>>
    checkOrder(name, fields, ['merchantAuthentication', ...kind.order])
    const given = JSON.stringify(fields['merchantAuthentication'])
    if (given !== JSON.stringify({ name: loginId, transactionKey }))
      throw new Refusal('E00007', 'User authentication failed due to invalid authentication values.')
    const { refusal, ...answer } = kind.run(account, fields) as { readonly refusal?: Refusal }
    if (refusal !== undefined) return { ...answer, messages: failed(refusal) }
    const isUnsuccessful = 'transactionResponse' in answer && !JSON.stringify(answer).includes('"responseCode":"1"')
    const messages = isUnsuccessful ? failed(new Refusal('E00027', 'The transaction was unsuccessful.')) : ok
    return { ...answer, messages }
  } catch (error) {
    if (error instanceof SyntaxError) return { messages: failed(new Refusal('E00003', 'The text is not JSON.')) }
    if (!(error instanceof Refusal)) throw error
    return { messages: failed(error) }
  }
}

/** Lists the endpoint that the account has: all events go to the portal. */
function endpoints({ loginId, transactionKey, webhookUrl }: AnetApi, call: Call): Answer {
  const wanted = `Basic ${Buffer.from(`${loginId}:${transactionKey}`).toString('base64')}`
  if (call.header('authorization') !== wanted) return json(401, { status: 401, reason: 'UNAUTHORIZED' })
  const ofPayments = ['authcapture.created', 'fraud.approved', 'fraud.declined', 'refund.created', 'void.created']
  return json(200, [
    {
      webhookId: 'hook-1',
      name: 'Portal',
      status: 'active',
      url: webhookUrl,
      eventTypes: [
        ...ofPayments.map((type) => `net.authorize.payment.${type}`),
        'net.authorize.customer.deleted',
        ...['created', 'deleted', 'updated'].map((what) => `net.authorize.customer.paymentProfile.${what}`),
      ],
    },
  ])
}
