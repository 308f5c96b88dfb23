import type {
  Born,
  StoredCharge,
  StoredDispute,
  StoredPayout,
  StoredRefund,
  StoredTransaction,
} from './stored-objects.ts'

/** Builds a refund of a charge. */
export const newRefund = (
  { id, created }: Born,
  charge: StoredCharge,
  fields: Pick<StoredRefund, 'amount' | 'metadata' | 'reason' | 'status'>,
): StoredRefund => ({
  id,
  object: 'refund',
  balance_transaction: null,
  charge: charge.id,
  created,
  currency: charge.currency,
  customer: charge.customer,
  customer_account: null,
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
  ...fields,
})

const noEvidence: StoredDispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

const twoWeeks = 14 * 86_400

/** Builds a dispute of a charge. */
export const newDispute = (
  { id, created }: Born,
  charge: StoredCharge,
  fields: Pick<StoredDispute, 'amount' | 'reason' | 'status'>,
): StoredDispute => ({
  id,
  object: 'dispute',
  balance_transactions: [],
  charge: charge.id,
  created,
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: noEvidence,
  evidence_details: {
    due_by: created + twoWeeks,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'manual',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  ...fields,
})

/** Builds an entry of the balance. `amount` and `fee` are whole cents; what goes out is negative. */
export const newTransaction = (
  { id, created }: Born,
  fields: Pick<StoredTransaction, 'amount' | 'fee' | 'reporting_category' | 'source' | 'type'>,
): StoredTransaction => ({
  id,
  object: 'balance_transaction',
  available_on: created + 2 * 86_400,
  balance_type: 'payments',
  created,
  currency: 'usd',
  description: null,
  exchange_rate: null,
  fee_details:
    fields.fee === 0
      ? []
      : [
          {
            amount: fields.fee,
            application: null,
            currency: 'usd',
            description: 'Processing fees',
            type: 'stripe_fee',
          },
        ],
  net: fields.amount - fields.fee,
  status: 'available',
  ...fields,
})

/** Builds a transfer to the bank of the account. */
export const newPayout = ({ id, created }: Born, fields: Pick<StoredPayout, 'amount' | 'status'>): StoredPayout => ({
  id,
  object: 'payout',
  application_fee: null,
  application_fee_amount: null,
  arrival_date: created,
  automatic: true,
  balance_transaction: null,
  created,
  currency: 'usd',
  description: 'STRIPE PAYOUT',
  destination: 'ba_sandbox',
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'completed',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  trace_id: null,
  type: 'bank_account',
  ...fields,
})
