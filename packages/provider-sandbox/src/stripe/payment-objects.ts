import type Stripe from 'stripe'
import {
  type Born,
  noAddress,
  type StoredCharge,
  type StoredIntent,
  type StoredMethod,
  type StoredSession,
} from './stored-objects.ts'

/** The fields of a page of Checkout that are the same for every page of the sandbox. */
const commonSession = {
  object: 'checkout.session',
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency: 'usd',
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  origin_context: null,
  // Null until the payer begins to pay.
  payment_intent: null,
  payment_link: null,
  payment_method_collection: null,
  payment_method_configuration_details: null,
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<StoredSession>

type SessionFields = Pick<
  StoredSession,
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'customer'
  | 'expires_at'
  | 'locale'
  | 'metadata'
  | 'mode'
  | 'payment_method_options'
  | 'payment_method_types'
  | 'setup_intent'
  | 'success_url'
  | 'url'
>

/** Builds an open page of Checkout. Amounts are in whole cents, `null` for a page that stores a method. */
export const newSession = (born: Born, fields: SessionFields): StoredSession => ({
  ...commonSession,
  ...born,
  amount_subtotal: fields.amount_total,
  payment_status: fields.mode === 'setup' ? 'no_payment_required' : 'unpaid',
  ...fields,
})

/** Builds a payment that is still to be confirmed. */
export const newIntent = (
  { id, created }: Born,
  fields: Pick<
    StoredIntent,
    'amount' | 'currency' | 'customer' | 'description' | 'metadata' | 'payment_method' | 'payment_method_types'
  >,
): StoredIntent => ({
  id,
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  client_secret: `${id}_secret_sandbox`,
  confirmation_method: 'automatic',
  created,
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: fields.payment_method === null ? 'requires_payment_method' : 'requires_confirmation',
  transfer_group: null,
  ...fields,
})

/** Builds a charge of a payment. Its state and what it moved are the caller's. */
export const newCharge = (
  { id, created }: Born,
  intent: StoredIntent,
  method: StoredMethod,
  fields: Pick<StoredCharge, 'failure_code' | 'failure_message' | 'outcome' | 'status'>,
): StoredCharge => {
  const isPaid = fields.status === 'succeeded'
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: fields.status === 'failed' ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: noAddress, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'SANDBOX',
    captured: fields.status !== 'failed',
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
    ...fields,
  }
}

/** The details that a charge keeps of its method; the vendor's types allow many more fields than a sandbox has. */
function detailsOf(method: StoredMethod): NonNullable<Stripe.Charge['payment_method_details']> {
  if (method.type === 'us_bank_account') {
    const { bank_name = null, fingerprint = null, last4 = null, routing_number = null } = method.us_bank_account ?? {}
    return {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type: 'individual',
        account_type: 'checking',
        bank_name,
        fingerprint,
        last4,
        payment_reference: null,
        routing_number,
      },
    }
  }
  const { brand = null, exp_month = 0, exp_year = 0, fingerprint = null, last4 = null } = method.card ?? {}
  return {
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand,
      checks: { address_line1_check: null, address_postal_code_check: 'pass', cvc_check: 'pass' },
      country: 'US',
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      fingerprint,
      funding: 'credit',
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_token: null,
      network_transaction_id: null,
      regulated_status: null,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}
