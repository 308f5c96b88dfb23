import { html } from '../html.ts'
import type { Answer } from '../http.ts'
import type { Method } from '../method.ts'
import { shortTime, stateMark } from './backoffice-list.ts'
import { icons } from './icons.ts'
import { page } from './layout.ts'

const row = (method: Method) => html`<tr>
<td data-label="Reference">${method.reference}</td>
<td data-label="State">${stateMark(method.state)}</td>
<td data-label="Method" class="time">${method.lastFour === null ? '–' : `${method.cardType ?? 'Bank'} ···· ${method.lastFour}`}</td>
<td data-label="Expires">${method.expiry ?? '–'}</td>
<td data-label="Token"><code>${method.token === null ? '–' : `${method.token.slice(0, 8)}…`}</code></td>
<td data-label="Last change (UTC)" class="time">${shortTime(method.occurredAt)}</td>
</tr>`

/** The methods that portals may charge, newest first. */
export const backofficeMethods = (methods: readonly Method[]): Answer =>
  page({
    language: 'en',
    title: 'Stored methods – Sandbox back office',
    wide: true,
    content: html`<p><a class="up" href="/backoffice">${icons.back} Payments</a></p>
<h1>Stored methods</h1>
<section class="panel flush">${
      methods.length === 0
        ? html`<p class="empty">No methods. A method appears here when a portal asks a payer to store one.</p>`
        : html`<table>
<thead><tr><th scope="col">Reference</th><th scope="col">State</th><th scope="col">Method</th><th scope="col">Expires</th><th scope="col">Token</th><th scope="col">Last change (UTC)</th></tr></thead>
<tbody>${methods.map(row)}</tbody>
</table>`
    }</section>`,
  })
