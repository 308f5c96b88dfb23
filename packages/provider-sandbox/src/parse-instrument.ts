import { checkCardForm } from './card-form.ts'
import type { Instrument } from './charge-payment.ts'
import { checkEcheckForm } from './echeck-form.ts'
import type { HandOff, PaymentType } from './hand-off-form.ts'
import { formatMoney } from './money.ts'
import type { NamedError } from './pages/field.ts'
import { messagesFor } from './pages/messages.ts'
import type { PayPageParts } from './pages/pay-page.ts'
import { nowIso, type Sandbox } from './sandbox-context.ts'

type ParsedInstrument = { readonly instrument: Instrument } | { readonly errors: readonly NamedError[] }

/** Checks the card or the bank account that was typed; answers with it or with every error. */
export function parseInstrument(
  sandbox: Sandbox,
  handOff: HandOff,
  method: PaymentType,
  read: (name: string) => string,
): ParsedInstrument {
  const { problems } = messagesFor(handOff.language)
  const facts = {
    acceptedCardTypes: handOff.acceptedCardTypes,
    maximum: formatMoney(handOff.maxCardAmount ?? 0, handOff.language),
  }
  if (method === 'cc') {
    const form = {
      cardNumber: read('cardNumber'),
      cardName: read('cardName'),
      cardExpiry: read('cardExpiry'),
      cardCvc: read('cardCvc'),
      cardZip: read('cardZip'),
    }
    const verdict = checkCardForm(form, handOff, nowIso(sandbox).slice(0, 10))
    if (verdict.ok) return { instrument: { paymentType: 'cc', ...verdict.card } }
    return {
      errors: verdict.problems.map(({ field, code, cardType }) => ({
        field,
        text: problems[code]({ ...facts, cardType }),
      })),
    }
  }
  const verdict = checkEcheckForm({
    bankName: read('bankName'),
    routingNumber: read('routingNumber'),
    bankAccount: read('bankAccount'),
    bankAccountAgain: read('bankAccountAgain'),
    bankAccountType: read('bankAccountType'),
  })
  if (verdict.ok) return { instrument: { paymentType: 'echeck', cardType: null, expiry: null, ...verdict.account } }
  return { errors: verdict.problems.map(({ field, code }) => ({ field, text: problems[code](facts) })) }
}

/** Picks the values that may be shown again after an error: never the number of a card or an account, or a code. */
export const enteredValues = (read: (name: string) => string): PayPageParts['kept'] => ({
  cardName: read('cardName'),
  cardExpiry: read('cardExpiry'),
  cardZip: read('cardZip'),
  bankName: read('bankName'),
  routingNumber: read('routingNumber'),
  bankAccountType: read('bankAccountType'),
})
