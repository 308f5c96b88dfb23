import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { requestDate, wireAccountNumber, wireDate } from '../../wire.ts'

const ofAccount = z.strictObject({ accountNumber: wireAccountNumber })

const orderType = z.strictObject({ workTypeID: z.string(), description: z.string() })

const orderRow = z.strictObject({
  description: z.string(),
  /** The date of the request. */
  creation: wireDate,
  soNumber: z.string(),
  /** Review status, in the cooperative's words. */
  reviewed: z.string(),
  /** True for an order of the cooperative's system, whose words are not translated. */
  isImported: z.boolean(),
})

/** A text field. The rules check its exact length. */
const line = z.string().max(100)

/** A service request (DU-17). The fields after the phone apply to work type 2 only. */
const order = z.strictObject({
  accountNumber: wireAccountNumber,
  workType: z.string().max(40),
  comments: z.string().max(2_000),
  /** Ten digits. */
  phone: z.string().max(24),
  streetNumber: line.optional(),
  streetName: line.optional(),
  streetType: line.optional(),
  unit: line.optional(),
  city: line.optional(),
  state: line.optional(),
  /** Five or nine digits. */
  zip: line.optional(),
  landlordname: line.optional(),
  landlordphonenumber: z.string().max(24).optional(),
  requestedCompletionDate: requestDate.optional(),
})

export const serviceRequests = {
  types: endpoint('serviceRequests.types', 'GET /v2/applicationforservice/serviceordertypes/{accountNumber}', {
    auth: 'member',
    portalView: true,
    summary: 'List the service request types for an account',
    source: 'AS-18',
    params: ofAccount,
    answer: z.strictObject({ results: z.array(orderType) }),
    errors: [401, 403, 404],
  }),
  list: endpoint('serviceRequests.list', 'GET /v2/applicationforservice/getserviceorders/{accountNumber}', {
    auth: 'member',
    portalView: true,
    summary: 'List service orders of an account with their status, newest first',
    source: 'AS-20',
    params: ofAccount,
    answer: z.strictObject({ results: z.array(orderRow) }),
    errors: [401, 403, 404],
  }),
  submit: endpoint('serviceRequests.submit', 'POST /v2/applicationforservice/processserviceorder', {
    auth: 'member',
    proof: 'always',
    summary: 'Request service for an account; a repeat on the same day counts as one request',
    source: 'AS-19',
    body: order,
    answer: z.strictObject({ message: z.string() }),
    errors: [401, 403, 404],
  }),
  accountTypes: endpoint('serviceRequests.accountTypes', 'GET /v2/applicationforservice/accounttypes', {
    auth: 'public',
    summary: 'List the account types that a visitor can apply for',
    source: 'AP-23',
    answer: z.strictObject({ results: z.array(z.strictObject({ id: z.string(), description: z.string() })) }),
  }),
}

export type ServiceOrder = z.output<typeof order>
export type ServiceOrderRow = z.output<typeof orderRow>
