import { type Html, html } from '../html.ts'
import type { Answer } from '../http.ts'
import { formatMoney } from '../money.ts'
import { errorSummary } from '../pages/field.ts'
import { page } from '../pages/layout.ts'
import type { CustomerProfile, StoredTransaction } from './anet-account.ts'
import { masked } from './read-fields.ts'
import { isHeld } from './take-payments.ts'

/** A charge with what the account holds of it, in whole cents. */
interface ChargeRow {
  readonly charge: StoredTransaction
  readonly held: number
  /** True while a chargeback of it can be reversed. */
  readonly isChargedBack: boolean
}

interface DashboardParts {
  readonly rows: readonly ChargeRow[]
  readonly customers: readonly CustomerProfile[]
  /** The reason for which the last press did nothing. */
  readonly problem: string | null
}

const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

const form = (path: string, label: string, fields: Html | null = null): Html =>
  html`<form method="post" action="/dashboard/${path}">${fields}<button class="second" type="submit">${label}</button></form>`

/** The buttons for what can still happen to a charge. */
function actions({ charge, held, isChargedBack }: ChargeRow): Html {
  const at = (action: string): string => `charges/${charge.transId}/${action}`
  const isSettled = charge.status === 'settledSuccessfully'
  const amount = html`<label>Amount <input name="amount" inputmode="decimal" size="8" value="${(held / 100).toFixed(2)}"></label> `
  return html`<div class="buttons">${isHeld(charge) && html`${form(at('approve'), 'Approve')}${form(at('decline'), 'Decline')}`}${charge.status === 'capturedPendingSettlement' && form(at('void'), 'Void')}${isSettled && held > 0 && form(at('refund'), 'Refund', amount)}${isSettled && charge.instrument.kind === 'card' && held > 0 && form(at('charge-back'), 'Charge back')}${isSettled && charge.instrument.kind === 'bank' && held > 0 && form(at('end-debit'), 'Bank answers the debit')}${isChargedBack && form(at('reverse'), 'Reverse the chargeback')}</div>`
}

const row = (one: ChargeRow): Html => html`<tr>
<td data-label="Charge"><span>${one.charge.invoiceNumber}<br><small>${one.charge.transId}</small></span></td>
<td data-label="State">${one.charge.status}</td>
<td data-label="Method">${one.charge.instrument.brand} ${masked(one.charge.instrument.number)}</td>
<td data-label="Amount" class="number">${formatMoney(one.charge.amount, 'en')}</td>
<td data-label="Left" class="number">${formatMoney(one.held, 'en')}</td>
<td data-label="Created (UTC)" class="time">${timeOf(one.charge.submittedAt)}</td>
<td data-label="Actions">${actions(one)}</td>
</tr>`

const customerRow = ({ customerProfileId, paymentProfiles: [method] }: CustomerProfile): Html => html`<tr>
<td data-label="Customer">${customerProfileId}</td>
<td data-label="Method">${method === undefined ? 'none' : `${method.instrument.brand} ${masked(method.instrument.number)}`}</td>
<td data-label="Actions"><div class="buttons">${form(`customers/${customerProfileId}/delete`, 'Delete')}</div></td>
</tr>`

/** The vendor's side: charges, newest first, and customers, with a button for each thing that its staff, a bank or a night does. */
export function dashboardPage({ rows, customers, problem }: DashboardParts): Answer {
  const charges = html`<table>
<thead><tr><th scope="col">Charge</th><th scope="col">State</th><th scope="col">Method</th><th scope="col" class="number">Amount</th><th scope="col" class="number">Left</th><th scope="col">Created (UTC)</th><th scope="col">Actions</th></tr></thead>
<tbody>${rows.map(row)}</tbody></table>`
  const stored = html`<table>
<thead><tr><th scope="col">Customer</th><th scope="col">Method</th><th scope="col">Actions</th></tr></thead>
<tbody>${customers.map(customerRow)}</tbody></table>`
  return page({
    language: 'en',
    status: problem === null ? 200 : 422,
    title: 'Payments – Authorize.net double',
    wide: true,
    content: html`<h1>Payments</h1>
<p class="small">This stands in for the Merchant Interface of Authorize.net and for the banks behind it. No money moves, and everything is gone when it stops.</p>
${errorSummary('Nothing was changed', problem === null ? [] : [{ field: 'charges', text: problem }])}
<div class="buttons">${form('settle', 'Settle the day')}</div>
<section class="panel flush" id="charges">${rows.length === 0 ? html`<p class="empty">No charges yet. One appears here when a payer pays on the page of Accept Hosted or the portal charges a stored method.</p>` : charges}</section>
<h2>Customers</h2>
<section class="panel flush">${customers.length === 0 ? html`<p class="empty">No customers yet. One appears here when a member stores a method.</p>` : stored}</section>`,
  })
}
