import { addCents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Clock } from '../../clock.ts'
import { PageOver, type PaymentAtProvider, type StartedPage } from '../payment-gateway.ts'
import type { AnetClient } from './client.ts'
import { orderOf } from './marks.ts'
import { pageAnswer, toDollars } from './objects.ts'

const texts = {
  en: { pay: 'Pay', cancel: 'Cancel', next: 'Continue' },
  es: { pay: 'Pagar', cancel: 'Cancelar', next: 'Continuar' },
} as const satisfies Record<Language, object>

/** A token opens its page for 15 minutes. It is handed out while the payer has most of them left. */
const tokenLifeMs = 10 * 60_000

/** The seconds within which the vendor refuses an equal charge: the longest that it takes, 8 hours. */
export const duplicateWindow = { setting: { settingName: 'duplicateWindow', settingValue: '28800' } }

/** The reason code of a transaction that equals one before it. */
export const duplicateCode = '11'

export interface Pages {
  /**
   * Creates the form that leads to the page of a payment, or returns the one that the payment has.
   * @throws Unavailable; PageOver for a payment that is paid or whose time is over.
   */
  readonly start: (payment: PaymentAtProvider) => Promise<StartedPage>
}

export interface PageOptions {
  readonly client: AnetClient
  readonly clock: Clock
  readonly mark: string
  /** The origin of the pages, which is not that of the API. */
  readonly pageOrigin: string
}

/**
 * Creates the pages of payments. The vendor makes a new token for each call, and each would take a payment: a repeat gets the token that
 * this process has already, also while it is being made.
 */
export function createPages({ client, clock, mark, pageOrigin }: PageOptions): Pages {
  const tokens = new Map<string, { readonly at: number; readonly token: Promise<string> }>()
  const tokenOf = async (payment: PaymentAtProvider): Promise<string> => {
    const now = clock.now().getTime()
    for (const [transNo, { at }] of tokens) {
      if (now < at + tokenLifeMs) break
      tokens.delete(transNo)
    }
    const { transNo } = payment
    const known = tokens.get(transNo)
    if (known !== undefined) return known.token
    const token = client.ask('getHostedPaymentPage', pageOf(payment, mark), pageAnswer).then((page) => page.token)
    tokens.set(transNo, { at: now, token })
    token.catch(() => tokens.delete(transNo))
    return token
  }
  return {
    start: async (payment) => {
      const isPaid = (payment.confirmationNumber ?? null) !== null
      if (isPaid || clock.now() >= payment.expiresAt) throw new PageOver('The page ended')
      const token = await tokenOf(payment)
      const action = `${pageOrigin}/payment/payment`
      return {
        target: { kind: 'form', action, securityToken: token, fields: [{ name: 'token', value: token }] },
        // The vendor returns our number with each transaction.
        reference: null,
      }
    },
  }
}

const setting = (settingName: string, value: object): object => ({ settingName, settingValue: JSON.stringify(value) })

function pageOf(payment: PaymentAtProvider, mark: string): object {
  const { transNo, language, paymentType, utilityName, returnUrl, cancelUrl } = payment
  const text = texts[language]
  return {
    refId: transNo,
    transactionRequest: {
      transactionType: 'authCaptureTransaction',
      amount: toDollars(addCents(payment.amount, payment.convenienceFee)),
      ...orderOf(payment, mark),
      transactionSettings: duplicateWindow,
    },
    hostedPaymentSettings: {
      setting: [
        setting('hostedPaymentReturnOptions', {
          showReceipt: false,
          url: returnUrl,
          urlText: text.next,
          cancelUrl,
          cancelUrlText: text.cancel,
        }),
        setting('hostedPaymentButtonOptions', { text: text.pay }),
        setting('hostedPaymentPaymentOptions', {
          cardCodeRequired: true,
          showCreditCard: paymentType === 'cc',
          showBankAccount: paymentType === 'echeck',
        }),
        setting('hostedPaymentBillingAddressOptions', { show: true, required: false }),
        setting('hostedPaymentShippingAddressOptions', { show: false, required: false }),
        setting('hostedPaymentCustomerOptions', { showEmail: false, requiredEmail: false }),
        setting('hostedPaymentOrderOptions', { show: true, merchantName: utilityName.toWellFormed() }),
      ],
    },
  }
}
