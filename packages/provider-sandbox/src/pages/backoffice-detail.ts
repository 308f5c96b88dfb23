import type { Delivery, DeliveryAttempt } from '../delivery.store.ts'
import { type Html, html } from '../html.ts'
import type { Answer } from '../http.ts'
import { formatMoney } from '../money.ts'
import { movementOf, netAmountOf, type Payment, type PaymentEvent } from '../payment.ts'
import { instrumentOf, shortTime, stateMark } from './backoffice-list.ts'
import { icons } from './icons.ts'
import { page } from './layout.ts'

export interface DetailParts {
  readonly payment: Payment
  readonly events: readonly PaymentEvent[]
  readonly deliveries: readonly Delivery[]
  readonly attempts: readonly DeliveryAttempt[]
}

function facts({ payment, events }: DetailParts): Html {
  const { handOff } = payment
  const line = (name: string, value: Html | string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  return html`<dl class="sums">
${line('State', stateMark(payment.state))}
${line('Utility', handOff.utilityName)}
${line('Account', handOff.accountNumber)}
${line('Method', instrumentOf(payment))}
${line('Amount', formatMoney(handOff.amount, 'en'))}
${line('Convenience fee', formatMoney(payment.convenienceFee, 'en'))}
${line('Total', formatMoney(handOff.amount + payment.convenienceFee, 'en'))}
${line('Held now', formatMoney(netAmountOf(payment, events.map(movementOf)), 'en'))}
${line('Confirmation', payment.confirmationNumber ?? '–')}
${line('Message', payment.message ?? '–')}
${line('Attempts to pay', String(payment.attempts))}
</dl>`
}

function buttons({ payment, events }: DetailParts): Html {
  const settled = payment.state === 'succeeded'
  const button = (name: string, label: string, works: boolean): Html =>
    html`<form method="post" action="/backoffice/payments/${payment.transNo}/${name}"><button class="second" type="submit"${!works && html` disabled`}>${label}</button></form>`
  const why = [
    settled ? null : 'Only a succeeded payment can be refunded, returned, disputed, charged again or declined.',
    payment.state === 'returned' ? null : 'Only a returned payment can be reinstated or returned again.',
    payment.state === 'refunded' ? null : 'Only a refunded payment can be refunded again.',
    events.length > 0 ? null : 'No postback to send again yet.',
  ].filter((reason) => reason !== null)
  return html`<div class="buttons">${button('refund', 'Refund', settled)}${button('return', 'Return', settled)}${button('dispute', 'Dispute (chargeback)', settled)}${button('reinstate', 'Win dispute (reinstate)', payment.state === 'returned')}${button('refund-again', 'Refund again', payment.state === 'refunded')}${button('return-again', 'Return again', payment.state === 'returned')}${button('charge-again', 'Charge again', settled)}${button('decline', 'Decline', settled)}${button('resend', 'Send postback again', events.length > 0)}</div>
${why.length > 0 && html`<p class="small">${why.join(' ')}</p>`}`
}

const amountMoved = (event: PaymentEvent): string => {
  const { movedAmount } = movementOf(event)
  return movedAmount === null ? '' : ` ${formatMoney(movedAmount, 'en')}`
}

const attemptLine = (attempt: DeliveryAttempt): Html =>
  html`<li><span class="time">${shortTime(attempt.at)}</span> ${attempt.status === null ? `no response: ${attempt.error ?? ''}` : `response ${attempt.status}`} in ${attempt.tookMs} ms</li>`

function deliveryItem(delivery: Delivery, attempts: readonly DeliveryAttempt[]): Html {
  const own = attempts.filter((attempt) => attempt.deliveryId === delivery.id)
  const next =
    delivery.state === 'waiting' && html` · next attempt ${shortTime(new Date(delivery.nextAt).toISOString())}`
  return html`<li><p>${stateMark(delivery.state)} <code>${delivery.eventId}</code>${next}</p>
${own.length > 0 && html`<ol>${own.map(attemptLine)}</ol>`}
<details><summary>Body</summary><pre>${JSON.stringify(JSON.parse(delivery.body), null, 2)}</pre></details></li>`
}

/** One payment with its events and its postbacks to the portal. */
export function backofficeDetail(parts: DetailParts): Answer {
  const { payment, events, deliveries, attempts } = parts
  return page({
    language: 'en',
    title: `${payment.transNo} – Sandbox back office`,
    wide: true,
    content: html`<p><a class="up" href="/backoffice">${icons.back} Payments</a></p>
<h1>${payment.transNo}</h1>
<div class="columns">
<section class="panel"><h2>Payment</h2>${facts(parts)}${buttons(parts)}</section>
<section class="panel"><h2>Events</h2>
${events.length === 0 ? html`<p>No events yet. The payer is on the payment page.</p>` : html`<ul class="log">${events.map((event) => html`<li><p><span class="time">${shortTime(event.occurredAt)}</span> ${event.type}${amountMoved(event)}</p><p><code>${event.id}</code></p></li>`)}</ul>`}
<h2>Postbacks</h2>
${deliveries.length === 0 ? html`<p>${payment.handOff.postbackRequired ? 'None yet.' : 'The portal requested none.'}</p>` : html`<ul class="log">${deliveries.map((delivery) => deliveryItem(delivery, attempts))}</ul>`}
</section>
</div>`,
  })
}
