import type { CardForm } from '../card-form.ts'
import type { HandOff } from '../hand-off-form.ts'
import { type Html, html } from '../html.ts'
import { field } from './field.ts'
import { brandMark } from './icons.ts'
import { type Messages, messagesFor } from './messages.ts'

export type FieldErrors = Readonly<Record<string, string | undefined>>

/** The values that may be shown again after an error: never the number or the code. */
export type EnteredCardValues = Pick<CardForm, 'cardName' | 'cardExpiry' | 'cardZip'>

function expiryAndCode(texts: Messages, kept: EnteredCardValues, errors: FieldErrors): Html {
  return html`<div class="row">
${field({
  name: 'cardExpiry',
  label: texts.cardExpiry,
  hint: texts.cardExpiryHint,
  value: kept.cardExpiry,
  error: errors['cardExpiry'],
  autocomplete: 'cc-exp',
  digits: true,
  maxLength: 9,
  wide: false,
})}
${field({
  name: 'cardCvc',
  label: texts.cardCvc,
  hint: texts.cardCvcHint,
  error: errors['cardCvc'],
  autocomplete: 'cc-csc',
  digits: true,
  maxLength: 4,
  wide: false,
})}
</div>`
}

export function cardFields(handOff: HandOff, kept: EnteredCardValues, errors: FieldErrors): Html {
  const texts = messagesFor(handOff.language)
  return html`<fieldset>
<legend>${texts.cardHeading}</legend>
${field({
  name: 'cardNumber',
  label: texts.cardNumber,
  error: errors['cardNumber'],
  autocomplete: 'cc-number',
  digits: true,
  maxLength: 24,
})}
<ul class="marks" aria-label="${texts.acceptedCards}">${handOff.acceptedCardTypes.map((type) => html`<li>${brandMark(type)}</li>`)}</ul>
${field({
  name: 'cardName',
  label: texts.cardName,
  value: kept.cardName,
  error: errors['cardName'],
  autocomplete: 'cc-name',
  maxLength: 80,
})}
${expiryAndCode(texts, kept, errors)}
${field({
  name: 'cardZip',
  label: texts.cardZip,
  value: kept.cardZip,
  error: errors['cardZip'],
  autocomplete: 'billing postal-code',
  digits: true,
  maxLength: 10,
  wide: false,
})}
</fieldset>`
}
