import type { HandOff, PaymentType } from '../hand-off-form.ts'
import { type Html, html } from '../html.ts'
import type { Answer } from '../http.ts'
import { formatMoney } from '../money.ts'
import { feeFor, type Payment } from '../payment.ts'
import { cardFields, type EnteredCardValues } from './card-fields.ts'
import { echeckFields, type EnteredEcheckValues } from './echeck-fields.ts'
import { errorSummary, type NamedError } from './field.ts'
import { icons } from './icons.ts'
import { page } from './layout.ts'
import { messagesFor } from './messages.ts'
import { testNumbersNote } from './test-numbers-note.ts'

export interface PayPageParts {
  readonly payment: Payment
  readonly method: PaymentType
  readonly kept: EnteredCardValues & EnteredEcheckValues
  readonly errors: readonly NamedError[]
  /** The utility's page with a pointer to this payment, for a payer who gives up after a decline. */
  readonly returnHref: string
}

export const nothingEntered: PayPageParts['kept'] = {
  cardName: '',
  cardExpiry: '',
  cardZip: '',
  bankName: '',
  routingNumber: '',
  bankAccountType: '',
}

/** True when the amount is above what the utility lets people pay by card. */
export const isCardTooMuch = (handOff: HandOff): boolean =>
  handOff.maxCardAmount !== null && handOff.amount > handOff.maxCardAmount

/** Methods that the utility left open, the card first. */
export const openMethods = (handOff: HandOff): PaymentType[] => [
  ...(handOff.enableCard ? (['cc'] as const) : []),
  ...(handOff.enableEcheck ? (['echeck'] as const) : []),
]

function summary(handOff: HandOff, method: PaymentType): Html {
  const texts = messagesFor(handOff.language)
  const money = (cents: number): string => formatMoney(cents, handOff.language)
  const fee = feeFor(handOff, method)
  return html`<section class="summary" aria-label="${texts.amountToPay}">
<p class="secure">${icons.lock} ${texts.securePayment}</p>
<h1>${texts.payTitle(handOff.utilityName)}</h1>
<p class="today"><span>${texts.amountToPay}</span> <strong>${money(handOff.amount + fee)}</strong></p>
<dl class="sums">
<div><dt>${texts.account}</dt><dd>${handOff.accountDisplay === '' ? handOff.accountNumber : handOff.accountDisplay}</dd></div>
<div><dt>${texts.amount}</dt><dd>${money(handOff.amount)}</dd></div>
<div><dt>${texts.fee}</dt><dd>${fee === 0 ? texts.noFee : money(fee)}</dd></div>
<div class="sum"><dt>${texts.total}</dt><dd>${money(handOff.amount + fee)}</dd></div>
</dl>
</section>`
}

function methodLinks(handOff: HandOff, method: PaymentType): Html | null {
  const texts = messagesFor(handOff.language)
  const methods = openMethods(handOff)
  if (methods.length < 2) return null
  const feeText = (one: PaymentType): string => {
    const fee = feeFor(handOff, one)
    return fee === 0 ? texts.noFee : texts.feeOf(formatMoney(fee, handOff.language))
  }
  return html`<nav class="methods" aria-label="${texts.method}"><ul>${methods.map(
    (one) =>
      html`<li><a href="?method=${one}"${one === method && html` aria-current="page"`}>${one === 'cc' ? icons.card : icons.bank}<span><strong>${one === 'cc' ? texts.card : texts.echeck}</strong> <small>${feeText(one)}</small></span></a></li>`,
  )}</ul></nav>`
}

function declinedAlert({ payment, method, returnHref }: PayPageParts): Html {
  const { handOff } = payment
  const texts = messagesFor(handOff.language)
  const other = openMethods(handOff).find((one) => one !== method)
  return html`<div class="alert bad" role="alert" tabindex="-1" autofocus>
<h2>${icons.warning} ${payment.message}</h2>
<p>${texts.nothingAccepted}</p>
<p class="ways">${other !== undefined && html`<a href="?method=${other}">${texts.tryAnotherMethod}</a> `}<a href="${returnHref}">${texts.returnTo(handOff.utilityName)}</a></p>
</div>`
}

function payForm({ payment, method, kept, errors }: PayPageParts): Html {
  const { handOff } = payment
  const texts = messagesFor(handOff.language)
  const total = formatMoney(handOff.amount + feeFor(handOff, method), handOff.language)
  const byField = Object.fromEntries(errors.map((error) => [error.field, error.text]))
  if (method === 'cc' && isCardTooMuch(handOff)) {
    return html`<p class="alert">${texts.cardTooMuch(formatMoney(handOff.maxCardAmount ?? 0, handOff.language))}</p>`
  }
  return html`<form method="post" action="/pay/${payment.sessionId}" novalidate>
<input type="hidden" name="method" value="${method}">
<input type="hidden" name="attempt" value="${payment.attempts}">
${method === 'cc' ? cardFields(handOff, kept, byField) : echeckFields(handOff, kept, byField)}
<button class="primary" type="submit">${icons.lock} ${texts.pay(total)}</button>
<p class="small">${texts.authorize(total, handOff.utilityName)}</p>
</form>`
}

/** The page on which a payer enters a card or a bank account. */
export function payPage(parts: PayPageParts): Answer {
  const { payment, method, errors } = parts
  const { handOff, sessionId } = payment
  const texts = messagesFor(handOff.language)
  const title = `${texts.payTitle(handOff.utilityName)} – Sandbox`
  const declined = payment.state === 'declined'
  const content = html`<div class="checkout">
${summary(handOff, method)}
<section class="panel" aria-label="${texts.method}">
${declined && errors.length === 0 ? declinedAlert(parts) : errorSummary(texts.errorTitle, errors)}
${methodLinks(handOff, method)}
${payForm(parts)}
<form class="cancel" method="post" action="/pay/${sessionId}/cancel"><button class="plain" type="submit">${icons.back} ${
    declined ? texts.returnTo(handOff.utilityName) : texts.cancel(handOff.utilityName)
  }</button></form>
${testNumbersNote(handOff, method)}
</section>
</div>`
  return page({
    status: errors.length > 0 ? 422 : 200,
    language: handOff.language,
    title: errors.length > 0 || declined ? `${texts.errorPrefix}: ${title}` : title,
    content,
    formTargets: [handOff.returnUrl, handOff.cancelUrl],
    wide: true,
  })
}
