import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { Unavailable } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { PaymentGateway } from '../payment-gateway.ts'
import { portalMark } from '../portal-mark.ts'
import { UnreadableObject } from '../read-object.ts'
import { chargeMethod } from './charge.ts'
import { AnetRefusal, createAnetClient } from './client.ts'
import { createHints, fetchPayment, findNumber, type Finder } from './find.ts'
import { fetchCard, fetchMethod, findMethodNews, forget, startMethodPage } from './methods.ts'
import { prove } from './prove.ts'
import { readEvents } from './read-events.ts'
import { refundPayment } from './refund.ts'
import { readDay } from './report.ts'
import { createPages } from './start-page.ts'

export interface AuthorizeNetOptions {
  readonly apiOrigin: string
  readonly loginId: string
  readonly transactionKey: string
  readonly signatureKeys: readonly string[]
  readonly publicOrigin: string
  readonly clock: Clock
  readonly log: Log
}

/** The pages of each API. Any other one, such as that of a test, has its pages at its own address. */
const pageOrigins: ReadonlyMap<string, string> = new Map([
  ['https://api.authorize.net', 'https://accept.authorize.net'],
  ['https://apitest.authorize.net', 'https://test.authorize.net'],
])

/** The adapter for Authorize.net: pages of Accept Hosted, customer profiles for stored methods, news that are only reasons to look, and the report of a day. */
export function createAuthorizeNet(options: AuthorizeNetOptions): PaymentGateway {
  const { apiOrigin: origin, clock, log, loginId, publicOrigin, signatureKeys, transactionKey } = options
  const client = createAnetClient({ origin, loginId, transactionKey, clock, log })
  const mark = portalMark(publicOrigin)
  const pageOrigin = pageOrigins.get(origin) ?? origin
  const pages = createPages({ client, clock, mark, pageOrigin })
  const finder: Finder = { client, clock, mark, hints: createHints() }
  /** A refusal that no one expected is an error of ours: nothing may follow from it. */
  const calling = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AnetRefusal || error instanceof UnreadableObject)) throw error
      log.error({ err: error }, 'Authorize.net did not take a call')
      throw new Unavailable('The payment provider')
    }
  }
  return {
    name: 'authorize-net',
    capabilities: { methods: ['cc', 'echeck'], storedMethods: ['cc', 'echeck'], refunds: 'parts' },
    start: (payment) => calling(() => pages.start(payment)),
    startMethod: (request) => calling(() => startMethodPage(client, request, { mark, pageOrigin })),
    readEvents: async (headers, rawBody) => readEvents(headers, rawBody, signatureKeys),
    fetch: (payment) => calling(() => fetchPayment(finder, payment)),
    fetchMethod: (request) => calling(() => fetchMethod(client, request, mark)),
    findNumber: (reference) => calling(() => findNumber(finder, reference)),
    charge: (payment, token, remember) => calling(() => chargeMethod(finder, payment, { mark, token, remember })),
    refund: (payment, order) => calling(() => refundPayment(finder, payment, order)),
    // A page cannot be ended: its token does so after 15 minutes.
    end: (payment) => calling(() => fetchPayment(finder, payment)),
    fetchCard: (token) => fetchCard(client, token),
    findMethodNews: (reference) => calling(() => findMethodNews(client, reference)),
    forget: (token) => calling(() => forget(client, token)),
    report: (day) => readDay({ client, clock, mark }, day),
    prove: () => prove(client, `${publicOrigin}/api/v3/payments/postback/authorize-net`),
    ping: () => calling(async () => void (await client.ask('authenticateTest', {}, z.unknown()))),
    formOrigins: [pageOrigin],
  }
}
