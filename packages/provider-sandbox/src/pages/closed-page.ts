import { brandName } from '../card-brand.ts'
import { type Html, html } from '../html.ts'
import type { Answer } from '../http.ts'
import { formatMoney } from '../money.ts'
import type { Payment } from '../payment.ts'
import { icons } from './icons.ts'
import { page } from './layout.ts'
import { type Messages, messagesFor } from './messages.ts'

function wordsFor(payment: Payment, texts: Messages): readonly [title: string, text: string] {
  switch (payment.state) {
    case 'succeeded':
      return [texts.paidTitle, texts.paidText]
    case 'refunded':
      return [texts.refundedTitle, texts.refundedText]
    case 'canceled':
      return [texts.canceledTitle, texts.canceledText]
    case 'open':
    case 'declined':
    case 'returned':
      break
  }
  return [texts.reversedTitle, payment.message ?? texts.returnedByBank]
}

function facts(payment: Payment, texts: Messages): Html | null {
  const { handOff, lastFour, cardType, confirmationNumber, convenienceFee } = payment
  if (confirmationNumber === null || lastFour === null) return null
  const name = cardType === null ? texts.echeck : brandName(cardType)
  return html`<dl class="sums">
<div><dt>${texts.confirmation}</dt><dd>${confirmationNumber}</dd></div>
<div><dt>${texts.account}</dt><dd>${handOff.accountDisplay === '' ? handOff.accountNumber : handOff.accountDisplay}</dd></div>
<div><dt>${texts.paidWith}</dt><dd>${texts.endingIn(name, lastFour)}</dd></div>
<div class="sum"><dt>${texts.total}</dt><dd>${formatMoney(handOff.amount + convenienceFee, handOff.language)}</dd></div>
</dl>`
}

/** The page of a payment that can no longer be paid: paid, canceled, refunded or returned by the bank. */
export function closedPage(payment: Payment, returnHref: string): Answer {
  const { language, utilityName } = payment.handOff
  const texts = messagesFor(language)
  const [title, text] = wordsFor(payment, texts)
  return page({
    language,
    title: `${title} – Sandbox`,
    content: html`<section class="panel">
<h1 class="${payment.state === 'succeeded' ? 'good' : ''}">${payment.state === 'succeeded' ? icons.check : null} ${title}</h1>
<p>${text}</p>
${facts(payment, texts)}
<p><a class="primary" href="${returnHref}">${icons.back} ${texts.returnTo(utilityName)}</a></p>
</section>`,
  })
}
