import {
  type Born,
  noAddress,
  type StoredCustomer,
  type StoredMandate,
  type StoredMethod,
  type StoredSetupIntent,
} from './stored-objects.ts'

type Metadata = Readonly<Record<string, string>>

/** Builds a customer without a name or an address. */
export const newCustomer = ({ id, created }: Born, metadata: Metadata): StoredCustomer => ({
  id,
  object: 'customer',
  address: null,
  balance: 0,
  created,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: 'SANDBOX',
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata,
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

/** A card or a bank account as the page of Checkout took it. */
export type Instrument =
  | {
      readonly kind: 'card'
      readonly brand: string
      readonly last4: string
      readonly fingerprint: string
      readonly expiry: { readonly month: number; readonly year: number }
    }
  | { readonly kind: 'bank'; readonly last4: string; readonly fingerprint: string; readonly routingNumber: string }

/** Builds a payment method, attached to `customer` if there is one. */
export const newMethod = ({ id, created }: Born, instrument: Instrument, customer: string | null): StoredMethod => ({
  id,
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: { address: noAddress, email: null, name: null, phone: null, tax_id: null },
  created,
  customer,
  customer_account: null,
  livemode: false,
  metadata: {},
  ...(instrument.kind === 'card'
    ? {
        type: 'card',
        card: {
          brand: instrument.brand,
          checks: { address_line1_check: null, address_postal_code_check: 'pass', cvc_check: 'pass' },
          country: 'US',
          display_brand: instrument.brand,
          exp_month: instrument.expiry.month,
          exp_year: instrument.expiry.year,
          fingerprint: instrument.fingerprint,
          funding: 'credit',
          generated_from: null,
          last4: instrument.last4,
          networks: { available: [instrument.brand], preferred: null },
          regulated_status: null,
          three_d_secure_usage: { supported: true },
          wallet: null,
        },
      }
    : {
        type: 'us_bank_account',
        us_bank_account: {
          account_holder_type: 'individual',
          account_type: 'checking',
          bank_name: 'STRIPE TEST BANK',
          financial_connections_account: null,
          fingerprint: instrument.fingerprint,
          last4: instrument.last4,
          networks: { preferred: 'ach', supported: ['ach'] },
          routing_number: instrument.routingNumber,
          status_details: null,
        },
      }),
})

/** Builds the permission to debit a bank account, which its owner gave on the page. */
export const newMandate = ({ id, created }: Born, method: string): StoredMandate => ({
  id,
  object: 'mandate',
  customer_acceptance: {
    accepted_at: created,
    online: { ip_address: '127.0.0.1', user_agent: 'sandbox' },
    type: 'online',
  },
  livemode: false,
  multi_use: {},
  payment_method: method,
  payment_method_details: { type: 'us_bank_account', us_bank_account: {} },
  status: 'active',
  type: 'multi_use',
})

/** Builds a request to store a method. */
export const newSetupIntent = (
  { id, created }: Born,
  fields: Pick<StoredSetupIntent, 'customer' | 'metadata' | 'payment_method_types'>,
): StoredSetupIntent => ({
  id,
  object: 'setup_intent',
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: `${id}_secret_sandbox`,
  created,
  description: null,
  excluded_payment_method_types: null,
  flow_directions: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  mandate: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  single_use_mandate: null,
  status: 'requires_payment_method',
  usage: 'off_session',
  ...fields,
})
