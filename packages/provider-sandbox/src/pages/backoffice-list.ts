import { type Html, html } from '../html.ts'
import type { Answer } from '../http.ts'
import { formatMoney } from '../money.ts'
import { type Payment, type PaymentState, paymentStates } from '../payment.ts'
import { page } from './layout.ts'

export interface ListParts {
  readonly payments: readonly Payment[]
  readonly total: number
  readonly state: PaymentState | undefined
  readonly page: number
  readonly pages: number
}

/** `2026-04-01 13:45:07`, in UTC. */
export const shortTime = (iso: string): string => iso.slice(0, 19).replace('T', ' ')

export const stateMark = (state: string): Html => html`<span class="state ${state}">${state}</span>`

/** Card or bank account with its last four digits, or a dash before the first attempt. */
export const instrumentOf = (payment: Payment): string =>
  payment.lastFour === null ? '–' : `${payment.cardType ?? 'Bank'} ···· ${payment.lastFour}`

const address = (state: PaymentState | undefined, pageNumber: number): string =>
  `/backoffice?${new URLSearchParams({ ...(state === undefined ? {} : { state }), page: String(pageNumber) }).toString()}`

function filters(chosen: PaymentState | undefined): Html {
  const link = (state: PaymentState | undefined): Html =>
    html`<li><a href="${address(state, 1)}"${state === chosen && html` aria-current="page"`}>${state ?? 'all'}</a></li>`
  return html`<nav aria-label="State" class="filters"><ul>${link(undefined)}${paymentStates.map(link)}</ul></nav>`
}

const row = (payment: Payment): Html => html`<tr>
<td data-label="Transaction"><a href="/backoffice/payments/${payment.transNo}">${payment.transNo}</a></td>
<td data-label="State">${stateMark(payment.state)}</td>
<td data-label="Account"><span>${payment.handOff.accountNumber}<br><small>${payment.handOff.utilityName}</small></span></td>
<td data-label="Method" class="time">${instrumentOf(payment)}</td>
<td data-label="Total" class="number">${formatMoney(payment.handOff.amount + payment.convenienceFee, 'en')}</td>
<td data-label="Last change (UTC)" class="time">${shortTime(payment.occurredAt)}</td>
</tr>`

function paging({ state, page: current, pages }: ListParts): Html | null {
  if (pages < 2) return null
  return html`<nav class="paging" aria-label="Pages">
${current > 1 && html`<a href="${address(state, current - 1)}" rel="prev">Newer</a>`}
<span>Page ${current} of ${pages}</span>
${current < pages && html`<a href="${address(state, current + 1)}" rel="next">Older</a>`}
</nav>`
}

/** The back office's first page: payments, newest first. */
export function backofficeList(parts: ListParts): Answer {
  const { payments, total, state } = parts
  const table = html`<table>
<thead><tr><th scope="col">Transaction</th><th scope="col">State</th><th scope="col">Account</th><th scope="col">Method</th><th scope="col" class="number">Total</th><th scope="col">Last change (UTC)</th></tr></thead>
<tbody>${payments.map(row)}</tbody>
</table>`
  return page({
    language: 'en',
    title: 'Payments – Sandbox back office',
    wide: true,
    content: html`<h1>Payments</h1>
<p class="small">${total === 1 ? '1 payment' : `${total} payments`}${state !== undefined && ` ${state}`}, newest first. <a href="/backoffice/methods">Stored methods</a> · <a href="/backoffice/texts">Text messages</a></p>
${filters(state)}
<section class="panel flush">${payments.length === 0 ? html`<p class="empty">No payments in this list. A payment appears here when a portal hands over a payer.</p>` : table}</section>
${paging(parts)}`,
  })
}
