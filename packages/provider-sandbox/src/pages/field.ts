import { type Html, html } from '../html.ts'
import { icons } from './icons.ts'

export interface FieldParts {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly autocomplete: string
  readonly digits?: boolean
  readonly maxLength: number
  readonly wide?: boolean
}

/** A labeled text field with its hint and error, which screen readers announce with it. */
export function field(parts: FieldParts): Html {
  const { name, label, value = '', hint, error, autocomplete, digits = false, maxLength, wide = true } = parts
  const describedBy = [hint === undefined ? '' : `${name}-hint`, error === undefined ? '' : `${name}-error`]
    .filter((id) => id !== '')
    .join(' ')
  return html`<div class="field${wide ? '' : ' half'}${error === undefined ? '' : ' wrong'}">
<label for="${name}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<div class="box"><input id="${name}" name="${name}" type="text" value="${value}" maxlength="${maxLength}" required
 autocomplete="${autocomplete}"${digits && html` inputmode="numeric" class="digits"`} spellcheck="false"
${describedBy !== '' && html` aria-describedby="${describedBy}"`}${error !== undefined && html` aria-invalid="true"`}></div>
${fieldError(name, error)}
</div>`
}

/** The sentence under a field, or nothing. */
export const fieldError = (name: string, error: string | undefined): Html | null =>
  error === undefined ? null : html`<p class="error" id="${name}-error">${icons.warning} <span>${error}</span></p>`

export interface NamedError {
  /** Id of the field that the line leads to. */
  readonly field: string
  readonly text: string
}

/** All errors at the top of the page, each a link to its field; nothing when there are none. */
export const errorSummary = (title: string, errors: readonly NamedError[]): Html | null =>
  errors.length === 0
    ? null
    : html`<div class="alert bad" role="alert" tabindex="-1" autofocus aria-labelledby="errors-title">
<h2 id="errors-title">${icons.warning} ${title}</h2>
<ul>${errors.map((error) => html`<li><a href="#${error.field}">${error.text}</a></li>`)}</ul>
</div>`
