import type { EcheckForm } from '../echeck-form.ts'
import type { HandOff } from '../hand-off-form.ts'
import { type Html, html } from '../html.ts'
import type { FieldErrors } from './card-fields.ts'
import { field, fieldError } from './field.ts'
import { messagesFor } from './messages.ts'

/** The values that may be shown again after an error: never the account number. */
export type EnteredEcheckValues = Pick<EcheckForm, 'bankName' | 'routingNumber' | 'bankAccountType'>

function accountTypeField(handOff: HandOff, chosen: string, error: string | undefined): Html {
  const texts = messagesFor(handOff.language)
  const choice = (value: string, label: string, id: string): Html =>
    html`<label class="choice"><input type="radio" id="${id}" name="bankAccountType" value="${value}" required${chosen === value && html` checked`}> ${label}</label>`
  // The first choice carries the field's own name as its id, so that the error summary can lead to it.
  return html`<div class="field${error === undefined ? '' : ' wrong'}" role="radiogroup" aria-labelledby="bankAccountType-label"${
    error !== undefined && html` aria-describedby="bankAccountType-error"`
  }>
<p class="label" id="bankAccountType-label">${texts.bankAccountType}</p>
<div class="choices">${choice('checking', texts.checking, 'bankAccountType')}${choice('savings', texts.savings, 'bankAccountType-savings')}</div>
${fieldError('bankAccountType', error)}
</div>`
}

/** The fields of the bank account form. */
export function echeckFields(handOff: HandOff, kept: EnteredEcheckValues, errors: FieldErrors): Html {
  const texts = messagesFor(handOff.language)
  const number = { autocomplete: 'off', digits: true, maxLength: 20 } as const
  return html`<fieldset>
<legend>${texts.echeckHeading}</legend>
${field({
  name: 'bankName',
  label: texts.bankName,
  value: kept.bankName,
  error: errors['bankName'],
  autocomplete: 'name',
  maxLength: 80,
})}
${field({
  ...number,
  name: 'routingNumber',
  label: texts.routingNumber,
  hint: texts.routingHint,
  value: kept.routingNumber,
  error: errors['routingNumber'],
})}
${field({
  ...number,
  name: 'bankAccount',
  label: texts.bankAccount,
  hint: texts.bankAccountHint,
  error: errors['bankAccount'],
})}
${field({ ...number, name: 'bankAccountAgain', label: texts.bankAccountAgain, error: errors['bankAccountAgain'] })}
${accountTypeField(handOff, kept.bankAccountType, errors['bankAccountType'])}
</fieldset>`
}
