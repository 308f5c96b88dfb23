import { newCustomer, newSetupIntent } from './method-objects.ts'
import { newIntent, newSession } from './payment-objects.ts'
import { listAt, numberAt, type Parameters, textAt, textsAt } from './parse-form.ts'
import { invalid, load, missing, Refusal, type StripeAccount } from './stripe-account.ts'
import type { StoredIntent, StoredKind, StoredObjects, StoredSession } from './stored-objects.ts'
import { refundCharge } from './take-back.ts'
import { confirmIntent, expireSession } from './take-payments.ts'

/** A call of the vendor's API. */
export interface Operation {
  readonly method: 'GET' | 'POST'
  /** Path with `:id` for the object. */
  readonly path: string
  /** Names of the parameters that the double understands. It refuses all others, so that none is taken and ignored. */
  readonly parameters: readonly string[]
  readonly run: (account: StripeAccount, id: string, parameters: Parameters, origin: string) => object
}

const retrieve = (path: string, kind: StoredKind): Operation => ({
  method: 'GET',
  path: `/v1/${path}/:id`,
  parameters: ['expand'],
  run: (account, id) => load(account, kind, id),
})

const list = (path: string, kind: StoredKind, filters: readonly string[]): Operation => ({
  method: 'GET',
  path: `/v1/${path}`,
  parameters: ['created', 'ending_before', 'expand', 'limit', 'starting_after', ...filters],
  run: ({ store }, _id, parameters) => {
    const limit = Math.min(numberAt(parameters, 'limit') ?? 10, 100)
    const where = Object.fromEntries(filters.flatMap((name) => pairAt(parameters, name)))
    const { payout, ...fields } = where
    const found = store.list(kind, {
      where: fields,
      from: numberAt(parameters, 'created.gte') ?? (numberAt(parameters, 'created.gt') ?? -1) + 1,
      to:
        numberAt(parameters, 'created.lt') ?? (numberAt(parameters, 'created.lte') ?? Number.MAX_SAFE_INTEGER - 1) + 1,
      before: textAt(parameters, 'starting_after') ?? '',
      limit: payout === undefined ? limit + 1 : 1_000_000,
    })
    const inPayout = payout === undefined ? null : store.linked(payout)
    const kept = inPayout === null ? found : found.filter(({ id }) => inPayout.has(id))
    return { object: 'list', data: kept.slice(0, limit), has_more: kept.length > limit, url: `/v1/${path}` }
  },
})

/** Lists the events of the last days as they were sent, newest first. */
function listEvents({ store }: StripeAccount, _id: string, parameters: Parameters): object {
  const limit = Math.min(numberAt(parameters, 'limit') ?? 10, 100)
  const types = listAt(parameters, 'types')
  const [from, to] = [numberAt(parameters, 'created.gte') ?? 0, numberAt(parameters, 'created.lt') ?? Number.MAX_VALUE]
  const found = store
    .notices()
    .map(({ body }): { readonly id: string; readonly created: number; readonly type: string } => JSON.parse(body))
    .filter(({ created, type }) => created >= from && created < to && (types.length === 0 || types.includes(type)))
    .toReversed()
  const kept = found.slice(found.findIndex(({ id }) => id === textAt(parameters, 'starting_after')) + 1)
  return { object: 'list', data: kept.slice(0, limit), has_more: kept.length > limit, url: '/v1/events' }
}

function pairAt(parameters: Parameters, name: string): (readonly [string, string])[] {
  const value = textAt(parameters, name)
  return value === null ? [] : [[name, value]]
}

const thirtyMinutes = 1800

function createSession(account: StripeAccount, _id: string, parameters: Parameters, origin: string): StoredSession {
  const { store } = account
  const customer = textAt(parameters, 'customer')
  if (customer !== null) load(account, 'customer', customer)
  const mode = textAt(parameters, 'mode') === 'setup' ? 'setup' : 'payment'
  const common = { customer, payment_method_types: typesAt(parameters) }
  const born = store.born('checkout.session')
  const setUpFields = { ...common, metadata: textsAt(parameters, 'setup_intent_data.metadata') }
  const setUp = mode === 'setup' ? store.add(newSetupIntent(store.born('setup_intent'), setUpFields)) : null
  const total = mode === 'setup' ? null : totalOf(parameters)
  if (total !== null) prepareIntent(account, born.id, parameters, { ...common, amount: total })
  return store.add(
    newSession(born, {
      ...common,
      amount_total: total,
      cancel_url: textAt(parameters, 'cancel_url'),
      client_reference_id: textAt(parameters, 'client_reference_id'),
      expires_at: expiryAt(account, parameters),
      locale: textAt(parameters, 'locale'),
      metadata: textsAt(parameters, 'metadata'),
      mode,
      payment_method_options: (parameters['payment_method_options'] ?? {}) as StoredSession['payment_method_options'],
      setup_intent: setUp?.id ?? null,
      success_url: textAt(parameters, 'success_url'),
      url: `${origin}/c/pay/${born.id}`,
    }),
  )
}

function expiryAt({ now }: StripeAccount, parameters: Parameters): number {
  const expires = numberAt(parameters, 'expires_at') ?? now() + 86_400
  if (expires >= now() + thirtyMinutes && expires <= now() + 86_400) return expires
  throw invalid('The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from now.')
}

/** Adds the payment of a page, which names it only once the payer begins to pay, and the lines that the page shows. */
function prepareIntent(
  { store }: StripeAccount,
  sessionId: string,
  parameters: Parameters,
  fields: Pick<StoredIntent, 'amount' | 'customer' | 'payment_method_types'>,
): void {
  const intent = newIntent(store.born('payment_intent'), {
    ...fields,
    currency: 'usd',
    description: textAt(parameters, 'payment_intent_data.description'),
    metadata: textsAt(parameters, 'payment_intent_data.metadata'),
    payment_method: null,
  })
  store.link(sessionId, store.add(intent).id)
  for (const [place, item] of listAt(parameters, 'line_items').entries()) {
    const name = textAt({ item }, 'item.price_data.product_data.name') ?? ''
    store.link(`${sessionId}/items`, JSON.stringify([place, name, amountOf(item as Parameters)]))
  }
}

/** The methods that the account takes, which a call may narrow down. */
function typesAt(parameters: Parameters): string[] {
  const allowed = listAt(parameters, 'allowed_payment_method_types')
  return ['card', 'us_bank_account'].filter((type) => allowed.length === 0 || allowed.includes(type))
}

const amountOf = (item: Parameters): number =>
  (numberAt(item, 'price_data.unit_amount') ?? 0) * (numberAt(item, 'quantity') ?? 1)

function totalOf(parameters: Parameters): number {
  const items = listAt(parameters, 'line_items')
  const isForeign = items.some((item) => textAt({ item }, 'item.price_data.currency') !== 'usd')
  if (items.length === 0 || isForeign) throw invalid('Send `line_items` with prices in usd.', 'parameter_missing')
  return checkAmount(items.reduce<number>((sum, item) => sum + amountOf(item as Parameters), 0))
}

function checkAmount(amount: number): number {
  if (amount >= 50) return amount
  throw invalid('Amount must be at least $0.50 usd', 'amount_too_small')
}

function createIntent(account: StripeAccount, _id: string, parameters: Parameters): StoredIntent {
  const { store } = account
  const customer = textAt(parameters, 'customer')
  const method = textAt(parameters, 'payment_method')
  if (customer !== null) load(account, 'customer', customer)
  if (method !== null && load(account, 'payment_method', method).customer !== customer) {
    throw invalid('The payment method does not belong to the customer.', 'payment_method_customer_decline')
  }
  return store.add(
    newIntent(store.born('payment_intent'), {
      amount: checkAmount(numberAt(parameters, 'amount') ?? 0),
      currency: textAt(parameters, 'currency') ?? 'usd',
      customer,
      description: textAt(parameters, 'description'),
      metadata: textsAt(parameters, 'metadata'),
      payment_method: method,
      payment_method_types: typesAt(parameters),
    }),
  )
}

function confirm(account: StripeAccount, id: string, parameters: Parameters): StoredIntent {
  const intent = load(account, 'payment_intent', id)
  if (intent.status !== 'requires_confirmation' && intent.status !== 'requires_payment_method') {
    throw unexpectedState(intent, 'confirmed')
  }
  const method = load(account, 'payment_method', textAt(parameters, 'payment_method') ?? intent.payment_method)
  if (method.customer !== intent.customer) throw missing('PaymentMethod', method.id)
  return confirmIntent(account, intent, method, textAt(parameters, 'off_session') !== 'true')
}

function cancel({ store, emit, now }: StripeAccount, intent: StoredIntent): StoredIntent {
  if (['succeeded', 'processing', 'canceled'].includes(intent.status)) throw unexpectedState(intent, 'canceled')
  const canceled = store.change(intent, { canceled_at: now(), status: 'canceled' })
  emit('payment_intent.canceled', canceled)
  return canceled
}

const unexpectedState = (intent: StoredIntent, verb: string): Refusal =>
  new Refusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}.`,
    payment_intent: intent,
  })

function refund(account: StripeAccount, _id: string, parameters: Parameters): StoredObjects['refund'] {
  const intent = account.store.find('payment_intent', textAt(parameters, 'payment_intent'))
  const charge = load(account, 'charge', textAt(parameters, 'charge') ?? intent?.latest_charge ?? null)
  return refundCharge(account, charge, {
    amount: numberAt(parameters, 'amount'),
    metadata: textsAt(parameters, 'metadata'),
  })
}

function detach({ store, emit, ...rest }: StripeAccount, id: string): StoredObjects['payment_method'] {
  const method = load({ store, emit, ...rest }, 'payment_method', id)
  if (method.customer === null) throw invalid('The payment method is not attached to a customer.')
  const detached = store.change(method, { customer: null })
  emit('payment_method.detached', detached)
  return detached
}

/** The endpoint that the account has: all events go to the portal. */
const endpointOf = ({ webhookUrl, now }: StripeAccount) => ({
  id: 'we_sandbox',
  object: 'webhook_endpoint',
  api_version: null,
  application: null,
  created: now(),
  description: null,
  enabled_events: ['*'],
  livemode: false,
  metadata: {},
  status: 'enabled',
  url: webhookUrl,
})

const balance = { object: 'balance', available: [], livemode: false, pending: [] }

/** Every call that the double answers. */
export const operations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    parameters: [
      'allowed_payment_method_types',
      'cancel_url',
      'client_reference_id',
      'currency',
      'customer',
      'expand',
      'expires_at',
      'line_items',
      'locale',
      'metadata',
      'mode',
      'payment_intent_data',
      'payment_method_options',
      'setup_intent_data',
      'success_url',
      'ui_mode',
    ],
    run: createSession,
  },
  retrieve('checkout/sessions', 'checkout.session'),
  list('checkout/sessions', 'checkout.session', ['payment_intent']),
  {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    parameters: ['expand'],
    run: (account, id) => expireSession(account, load(account, 'checkout.session', id)),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents',
    parameters: [
      'allowed_payment_method_types',
      'amount',
      'currency',
      'customer',
      'description',
      'expand',
      'metadata',
      'payment_method',
    ],
    run: createIntent,
  },
  retrieve('payment_intents', 'payment_intent'),
  list('payment_intents', 'payment_intent', ['customer']),
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    parameters: ['expand', 'mandate', 'off_session', 'payment_method'],
    run: confirm,
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    parameters: ['cancellation_reason', 'expand'],
    run: (account, id) => cancel(account, load(account, 'payment_intent', id)),
  },
  retrieve('charges', 'charge'),
  list('charges', 'charge', ['customer', 'payment_intent']),
  {
    method: 'POST',
    path: '/v1/refunds',
    parameters: ['amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason'],
    run: refund,
  },
  retrieve('refunds', 'refund'),
  list('refunds', 'refund', ['charge', 'payment_intent']),
  retrieve('disputes', 'dispute'),
  list('disputes', 'dispute', ['charge', 'payment_intent']),
  retrieve('balance_transactions', 'balance_transaction'),
  list('balance_transactions', 'balance_transaction', ['payout', 'source', 'type']),
  retrieve('payouts', 'payout'),
  list('payouts', 'payout', ['status']),
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    parameters: ['expand', 'limit'],
    run: (account) => ({
      object: 'list',
      data: [endpointOf(account)],
      has_more: false,
      url: '/v1/webhook_endpoints',
    }),
  },
  {
    method: 'GET',
    path: '/v1/events',
    parameters: ['created', 'expand', 'limit', 'starting_after', 'types'],
    run: listEvents,
  },
  { method: 'GET', path: '/v1/balance', parameters: ['expand'], run: () => balance },
  {
    method: 'POST',
    path: '/v1/customers',
    parameters: ['expand', 'metadata'],
    run: ({ store }, _id, parameters) =>
      store.add(newCustomer(store.born('customer'), textsAt(parameters, 'metadata'))),
  },
  retrieve('customers', 'customer'),
  retrieve('mandates', 'mandate'),
  retrieve('payment_methods', 'payment_method'),
  { method: 'POST', path: '/v1/payment_methods/:id/detach', parameters: ['expand'], run: detach },
  retrieve('setup_intents', 'setup_intent'),
]
