import type { Language, PaymentType } from '../hand-off-form.ts'
import { type Html, html } from '../html.ts'
import type { Answer } from '../http.ts'
import { formatMoney } from '../money.ts'
import { errorSummary, field, type NamedError } from '../pages/field.ts'
import { icons } from '../pages/icons.ts'
import { page } from '../pages/layout.ts'
import { messagesFor } from '../pages/messages.ts'
import type { StoredSession } from './stored-objects.ts'
import { shownNumbers, testRoutingNumber } from './test-instruments.ts'

export interface CheckoutParts {
  readonly session: StoredSession
  readonly items: readonly { readonly name: string; readonly amount: number }[]
  readonly method: PaymentType
  readonly errors: readonly NamedError[]
  /** The reason of the bank for a declined charge. */
  readonly declined: string | null
}

const words = {
  en: { open: 'Test checkout', back: 'Back', store: 'Save payment method', numbers: 'Test numbers' },
  es: { open: 'Pago de prueba', back: 'Volver', store: 'Guardar el método de pago', numbers: 'Números de prueba' },
} as const

export const languageOf = ({ locale }: StoredSession): Language => (locale === 'es' ? 'es' : 'en')

/** The methods that the page offers, in the order of the tabs. */
export const methodsOf = ({ payment_method_types: types }: StoredSession): readonly PaymentType[] => [
  ...(types.includes('card') ? (['cc'] as const) : []),
  ...(types.includes('us_bank_account') ? (['echeck'] as const) : []),
]

function summary({ session, items }: CheckoutParts): Html | null {
  if (session.amount_total === null) return null
  const language = languageOf(session)
  const texts = messagesFor(language)
  return html`<section class="summary" aria-label="${texts.amountToPay}">
<p class="today"><span>${texts.amountToPay}</span> <strong>${formatMoney(session.amount_total, language)}</strong></p>
<dl class="sums">${items.map(({ name, amount }) => html`<div><dt>${name}</dt><dd>${formatMoney(amount, language)}</dd></div>`)}
<div class="sum"><dt>${texts.total}</dt><dd>${formatMoney(session.amount_total, language)}</dd></div></dl>
</section>`
}

function tabs({ session, method }: CheckoutParts): Html | null {
  const texts = messagesFor(languageOf(session))
  const methods = methodsOf(session)
  if (methods.length < 2) return null
  const tab = (one: PaymentType): Html =>
    html`<li><a href="?method=${one}"${one === method && html` aria-current="page"`}>${one === 'cc' ? icons.card : icons.bank}<span><strong>${one === 'cc' ? texts.card : texts.echeck}</strong></span></a></li>`
  return html`<nav class="methods" aria-label="${texts.method}"><ul>${methods.map(tab)}</ul></nav>`
}

function fields({ session, method, errors }: CheckoutParts): Html {
  const texts = messagesFor(languageOf(session))
  const one = (name: string, label: string, autocomplete: string, maxLength: number): Html => {
    const error = errors.find((found) => found.field === name)?.text
    return field({ name, label, autocomplete, maxLength, error, digits: true })
  }
  return method === 'cc'
    ? html`${one('cardNumber', texts.cardNumber, 'cc-number', 24)}${one('cardExpiry', `${texts.cardExpiry} (${texts.cardExpiryHint})`, 'cc-exp', 7)}${one('cardCvc', texts.cardCvc, 'cc-csc', 4)}`
    : html`${one('routingNumber', texts.routingNumber, 'off', 9)}${one('bankAccount', texts.bankAccount, 'off', 17)}`
}

function numbersNote(language: Language, method: PaymentType): Html {
  const numbers = method === 'cc' ? shownNumbers.cards : shownNumbers.banks
  return html`<details class="numbers"><summary>${words[language].numbers}</summary>
<p>${method === 'cc' ? messagesFor(language).testCardHint : messagesFor(language).testBankHint(testRoutingNumber)}</p>
<ul>${numbers.map((number) => html`<li>${number}</li>`)}</ul></details>`
}

/** The page of Checkout, on which a payer enters a card or a bank account. It is a likeness, not the vendor's page. */
export function checkoutPage(parts: CheckoutParts): Answer {
  const { session, method, errors, declined } = parts
  const language = languageOf(session)
  const texts = messagesFor(language)
  const press =
    session.amount_total === null ? words[language].store : texts.pay(formatMoney(session.amount_total, language))
  const problems = declined === null ? errors : [{ field: 'cardNumber', text: declined }, ...errors]
  const title = words[language].open
  return page({
    status: problems.length > 0 ? 422 : 200,
    language,
    title: problems.length > 0 ? `${texts.errorPrefix}: ${title}` : title,
    formTargets: [session.success_url, session.cancel_url].filter((target) => target !== null),
    wide: true,
    content: html`<div class="checkout">
${summary(parts)}
<section class="panel" aria-label="${texts.method}">
<h1>${title}</h1>
${errorSummary(texts.errorTitle, problems)}
${tabs(parts)}
<form method="post" action="/c/pay/${session.id}" novalidate>
<input type="hidden" name="method" value="${method}">
${fields(parts)}
<button class="primary" type="submit">${icons.lock} ${press}</button>
</form>
<p><a href="/c/pay/${session.id}/back">${icons.back} ${words[language].back}</a></p>
${numbersNote(language, method)}
</section></div>`,
  })
}
