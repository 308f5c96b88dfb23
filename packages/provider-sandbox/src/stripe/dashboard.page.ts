import { type Html, html } from '../html.ts'
import type { Answer } from '../http.ts'
import { formatMoney } from '../money.ts'
import { errorSummary } from '../pages/field.ts'
import { page } from '../pages/layout.ts'
import { isBank } from './stripe-account.ts'
import type { StoredCharge, StoredDispute } from './stored-objects.ts'

/** A charge with what its row needs beside it. */
interface ChargeRow {
  readonly charge: StoredCharge
  /** The newest dispute of the charge. */
  readonly dispute: StoredDispute | undefined
}

interface DashboardParts {
  readonly rows: readonly ChargeRow[]
  /** Events that the portal has not taken yet. */
  readonly waiting: number
  /** The reason for which the last press did nothing. */
  readonly problem: string | null
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

const isClosed = ({ status }: StoredDispute): boolean => ['won', 'lost', 'warning_closed'].includes(status)

function stateOf({ charge, dispute }: ChargeRow): string {
  if (dispute !== undefined) return `dispute: ${dispute.status.replaceAll('_', ' ')}`
  if (charge.refunded) return 'refunded'
  return charge.amount_refunded > 0 ? 'refunded in part' : charge.status
}

const form = (path: string, label: string, fields: Html | null = null): Html =>
  html`<form method="post" action="/dashboard/${path}">${fields}<button class="second" type="submit">${label}</button></form>`

/** The buttons for what can still happen to a charge. */
function actions({ charge, dispute }: ChargeRow): Html {
  const at = (action: string): string => `charges/${charge.id}/${action}`
  const left = charge.amount_captured - charge.amount_refunded
  const isPaid = charge.status === 'succeeded'
  const amount = html`<label>Amount <input name="amount" inputmode="decimal" size="8" value="${(left / 100).toFixed(2)}"></label> `
  return html`<div class="buttons">${charge.status === 'pending' && form(at('end-debit'), 'End the debit now')}${isPaid && dispute === undefined && left > 0 && form(at('refund'), 'Refund', amount)}${isPaid && left > 0 && (dispute === undefined || isClosed(dispute)) && form(at('dispute'), 'Open a dispute')}${dispute !== undefined && !isClosed(dispute) && html`${form(at('win'), 'Dispute won')}${form(at('lose'), 'Dispute lost')}`}</div>`
}

const row = (one: ChargeRow): Html => html`<tr>
<td data-label="Charge"><span>${one.charge.description ?? one.charge.id}<br><small>${one.charge.id}</small></span></td>
<td data-label="State"><span class="state ${one.charge.status}">${stateOf(one)}</span></td>
<td data-label="Method">${isBank(one.charge) ? 'Bank' : (one.charge.payment_method_details?.card?.brand ?? 'Card')}</td>
<td data-label="Amount" class="number">${formatMoney(one.charge.amount, 'en')}</td>
<td data-label="Created (UTC)" class="time">${timeOf(one.charge.created)}</td>
<td data-label="Actions">${actions(one)}</td>
</tr>`

/** The dashboard: charges, newest first, with a button for each thing that the vendor or a bank can do to them. */
export function dashboardPage({ rows, waiting, problem }: DashboardParts): Answer {
  const table = html`<table>
<thead><tr><th scope="col">Charge</th><th scope="col">State</th><th scope="col">Method</th><th scope="col" class="number">Amount</th><th scope="col">Created (UTC)</th><th scope="col">Actions</th></tr></thead>
<tbody>${rows.map(row)}</tbody></table>`
  return page({
    language: 'en',
    status: problem === null ? 200 : 422,
    title: 'Payments – Stripe double',
    wide: true,
    content: html`<h1>Payments</h1>
<p class="small">This stands in for the dashboard of Stripe and for the banks behind it. No money moves. ${waiting === 1 ? '1 event waits' : `${waiting} events wait`} for the portal.</p>
${errorSummary('Nothing was changed', problem === null ? [] : [{ field: 'charges', text: problem }])}
<div class="buttons">${form('pay-out', 'Pay out the balance')}</div>
<section class="panel flush" id="charges">${rows.length === 0 ? html`<p class="empty">No charges yet. One appears here when a payer pays on the page of Checkout or the portal charges a stored method.</p>` : table}</section>`,
  })
}
