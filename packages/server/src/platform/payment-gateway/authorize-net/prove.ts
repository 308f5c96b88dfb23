import { z } from 'zod'
import { Unavailable } from '../../errors.ts'
import { fault, ok, type Proof, warning } from '../proofs.ts'
import { UnreadableObject } from '../read-object.ts'
import { type AnetClient, AnetRefusal } from './client.ts'
import { fetchCustomer } from './methods.ts'
import { transactionsAnswer } from './objects.ts'
import { handledTypes } from './read-events.ts'

const merchant = z.object({ isTestMode: z.boolean().nullish() })

const isAnswer = (error: unknown): boolean =>
  error instanceof Unavailable || error instanceof AnetRefusal || error instanceof UnreadableObject

/** Proves the login and the endpoint for news by calls that move no money. Never throws. */
export async function prove(client: AnetClient, postbackUrl: string): Promise<readonly Proof[]> {
  try {
    const { isTestMode } = await client.ask('getMerchantDetails', {}, merchant)
    const accepted = ok('Authorize.net accepts the login and its transaction key')
    const mode =
      isTestMode === true
        ? [
            fault(
              'The account at Authorize.net is in test mode, in which no money moves',
              'In the Merchant Interface, open Account, Settings, Test Mode, and turn it off',
            ),
          ]
        : []
    return [
      accepted,
      ...mode,
      ...(await proveReport(client)),
      ...(await proveMethods(client)),
      ...(await proveEndpoint(client, postbackUrl)),
    ]
  } catch (error) {
    if (!isAnswer(error)) throw error
    return [
      fault(
        'Authorize.net does not accept a call',
        'Check AUTHORIZE_NET_LOGIN_ID and AUTHORIZE_NET_TRANSACTION_KEY, and that this machine can reach api.authorize.net',
      ),
    ]
  }
}

/** Proves the right to read transactions, without which no payment is confirmed and no day is compared. */
async function proveReport(client: AnetClient): Promise<readonly Proof[]> {
  try {
    await client.ask('getUnsettledTransactionList', {}, transactionsAnswer)
    return []
  } catch (error) {
    if (!isAnswer(error)) throw error
    return [
      fault(
        'The portal may not read the transactions of the account',
        'In the Merchant Interface, open Account, Settings, Transaction Details API, and enable it',
      ),
    ]
  }
}

/** The code with which an account refuses calls about customers that it does not keep. */
const noCustomersCode = 'E00044'

/** Proves that methods can be stored, by asking about a customer that there may not be. */
async function proveMethods(client: AnetClient): Promise<readonly Proof[]> {
  try {
    await fetchCustomer(client, '1')
    return []
  } catch (error) {
    if (!isAnswer(error)) throw error
    if (!(error instanceof AnetRefusal && error.code === noCustomersCode)) return []
    return [
      warning(
        'The account at Authorize.net stores no payment methods',
        'In the Merchant Interface, open Tools, Customer Information Manager, and sign up; or turn off Autopay, allowCreditDraft, allowBankDraft and allowFutureDatedPayments',
      ),
    ]
  }
}

const where = 'In the Merchant Interface, open Account, Settings, Webhooks'

async function proveEndpoint(client: AnetClient, postbackUrl: string): Promise<readonly Proof[]> {
  try {
    const endpoints = await client.listEndpoints()
    const [own, ...more] = endpoints.filter(({ url, status }) => url === postbackUrl && status === 'active')
    if (own === undefined)
      return [fault('Authorize.net sends no events to this portal', `${where}, and add ${postbackUrl}`)]
    if (more.length > 0)
      return [fault('Authorize.net sends each event to this portal more than once', `${where}, and keep one endpoint`)]
    const missing = handledTypes.filter((type) => !own.eventTypes.includes(type))
    if (missing.length === 0) return [ok('Authorize.net sends all events that the portal needs')]
    return [fault(`Authorize.net does not send ${missing.join(', ')}`, `${where}, and select these events`)]
  } catch (error) {
    if (!isAnswer(error)) throw error
    return [
      warning(
        'Authorize.net does not list the endpoints for events',
        `${where}, and check that ${postbackUrl} gets all events of docs/providers/authorize-net.md`,
      ),
    ]
  }
}
