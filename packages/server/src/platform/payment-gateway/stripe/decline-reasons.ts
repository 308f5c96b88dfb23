import type { DeclineReason } from '@coopline/rules/paying/decline-reason/decline-reason'

/** Stripe's codes for declined cards and for failed bank debits (docs.stripe.com/declines/codes, …/payments/ach-direct-debit). */
const reasons = new Map<string, DeclineReason>(
  Object.entries({
    insufficient_funds: 'insufficient-funds',
    expired_card: 'expired-card',
    incorrect_cvc: 'wrong-code',
    invalid_cvc: 'wrong-code',
    incorrect_number: 'wrong-number',
    invalid_number: 'wrong-number',
    invalid_expiry_month: 'wrong-number',
    invalid_expiry_year: 'wrong-number',
    incorrect_zip: 'wrong-zip',
    card_velocity_exceeded: 'limit',
    withdrawal_count_limit_exceeded: 'limit',
    amount_too_large: 'limit',
    charge_exceeds_source_limit: 'limit',
    charge_exceeds_transaction_limit: 'limit',
    call_issuer: 'call-bank',
    do_not_honor: 'call-bank',
    generic_decline: 'call-bank',
    transaction_not_allowed: 'call-bank',
    lost_card: 'lost-or-stolen',
    stolen_card: 'lost-or-stolen',
    pickup_card: 'lost-or-stolen',
    fraudulent: 'lost-or-stolen',
    card_not_supported: 'not-supported',
    currency_not_supported: 'not-supported',
    authentication_required: 'authentication-required',
    online_or_offline_pin_required: 'authentication-required',
    issuer_not_available: 'try-again',
    processing_error: 'try-again',
    reenter_transaction: 'try-again',
    try_again_later: 'try-again',
    account_closed: 'bank-account-closed',
    bank_account_unusable: 'bank-account-closed',
    invalid_account_number: 'bank-account-wrong',
    no_account: 'bank-account-wrong',
    incorrect_account_details: 'bank-account-wrong',
    account_frozen: 'no-authorization',
    bank_account_restricted: 'no-authorization',
    bank_ownership_changed: 'no-authorization',
    debit_not_authorized: 'no-authorization',
    bank_cannot_process: 'bank-returned',
    customer_initiated: 'bank-returned',
  }),
)

/** Returns the reason of a decline by the first of Stripe's codes that is known; `declined` when none is. */
export const declineReasonOf = (...codes: readonly (string | null | undefined)[]): DeclineReason =>
  codes.flatMap((code) => reasons.get(code ?? '') ?? []).at(0) ?? 'declined'

/**
 * Codes of Nacha for the reasons that Stripe gives for failed and disputed bank debits. The fee for returned payments and the block of
 * electronic checks depend on them.
 */
const returnCodes = new Map<string, string>(
  Object.entries({
    insufficient_funds: 'R01',
    account_closed: 'R02',
    no_account: 'R03',
    incorrect_account_details: 'R03',
    invalid_account_number: 'R04',
    debit_not_authorized: 'R10',
    customer_initiated: 'R10',
    bank_ownership_changed: 'R15',
    account_frozen: 'R16',
    bank_account_restricted: 'R16',
  }),
)

/** Returns Nacha's code for a failed debit; `R17`, after which no fee is due, for a reason that Nacha does not name. */
export const returnCodeOf = (code: string | null | undefined): string => returnCodes.get(code ?? '') ?? 'R17'
