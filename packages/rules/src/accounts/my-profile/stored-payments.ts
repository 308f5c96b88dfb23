/** The kinds of stored payment method by their names on the wire (DE-16): a bank account or a card. */
export type StoredPaymentType = 'Check' | 'Credit'

/** The kind of payment method of an AutoPay or a draft (AC-22). */
export type PaymentSetupMethod = 'ECHECK' | 'CHARGE'

/** An AutoPay or a draft that is set up on an account. */
export interface PaymentSetup {
  readonly paymentMethod: PaymentSetupMethod
}

const methodOf: Readonly<Record<StoredPaymentType, PaymentSetupMethod>> = { Check: 'ECHECK', Credit: 'CHARGE' }

/** Stored payment data cannot be removed while an AutoPay or a draft pays with it (MP-20). */
export const isRemovalBlocked = (type: StoredPaymentType, setups: readonly PaymentSetup[]): boolean =>
  setups.some(({ paymentMethod }) => paymentMethod === methodOf[type])
