import { CheckboxField } from '../src/checkbox-field.tsx'
import { RadioCards } from '../src/radio-cards.tsx'
import { SelectField } from '../src/select-field.tsx'
import type { Specimens } from './specimens.ts'

const methods = [
  {
    value: 'card',
    title: 'Credit or debit card',
    description: 'Visa, Mastercard and Discover',
    icon: 'card',
    tip: { label: 'About the card fee', text: 'The payment provider charges 2.5%.' },
  },
  { value: 'bank', title: 'Bank account', description: 'No fee', icon: 'bank' },
] as const

const states = [
  { value: 'MN', text: 'Minnesota' },
  { value: 'WI', text: 'Wisconsin' },
  { value: 'IA', text: 'Iowa (not served)', disabled: true },
]

export const choices: Specimens = {
  'checkbox-field': {
    off: <CheckboxField label="Send my bills by email" />,
    on: <CheckboxField label="Remember this device" hint="For 30 days" defaultChecked />,
    error: <CheckboxField label="I agree to the terms" error="Agree to the terms to continue." />,
    disabled: <CheckboxField label="Required notices" defaultChecked disabled />,
    'disabled, off': <CheckboxField label="Text messages" hint="Verify a mobile number first." disabled />,
    'label hidden': <CheckboxField label="Outage texts" labelHidden />,
    'long text': (
      <CheckboxField label="I agree that the cooperative sends bills, notices of disconnection and all other documents that the law requires by email only, until I withdraw my consent" />
    ),
    Spanish: <CheckboxField label="Enviarme las facturas por correo electrónico" hint="Puede cambiarlo después." />,
  },
  'radio-cards': {
    idle: <RadioCards legend="How do you want to pay?" name="idle" options={methods} />,
    chosen: <RadioCards legend="How will you pay?" name="chosen" options={methods} defaultValue="bank" />,
    error: <RadioCards legend="Choose how to pay" name="error" options={methods} error="Choose a payment method." />,
    disabled: (
      <RadioCards
        legend="Payment method"
        name="disabled"
        hint="Your cooperative decides which methods it accepts."
        options={[
          methods[1],
          { value: 'card', title: 'Card', disabledReason: 'This account cannot be paid by card.', icon: 'card' },
        ]}
        defaultValue="bank"
      />
    ),
    Spanish: (
      <RadioCards
        legend="¿Cómo quiere pagar?"
        name="spanish"
        options={[
          { value: 'card', title: 'Tarjeta de crédito o débito', icon: 'card' },
          { value: 'bank', title: 'Cuenta bancaria', description: 'Sin cargo', icon: 'bank' },
        ]}
      />
    ),
  },
  'select-field': {
    empty: <SelectField label="State" options={states} placeholder="Choose a state" />,
    chosen: <SelectField label="Mailing state" options={states} defaultValue="WI" />,
    error: <SelectField label="Service state" options={states} placeholder="Choose a state" error="Choose a state." />,
    disabled: <SelectField label="Home state" options={states} disabled />,
    'long text': (
      <SelectField
        label="Account"
        options={[
          { value: '1', text: '100100101 – 12458 County Highway West Double N, Apartment 204, Osseo, Wisconsin' },
        ]}
      />
    ),
    Spanish: <SelectField label="Estado" options={states} placeholder="Elija un estado" optionalText="opcional" />,
  },
}
