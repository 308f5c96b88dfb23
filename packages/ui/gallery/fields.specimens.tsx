import { Card } from '../src/card.tsx'
import { ControlRoom } from '../src/control-room.tsx'
import { DateField } from '../src/date-field.tsx'
import { DigitsField } from '../src/digits-field.tsx'
import { EmailField } from '../src/email-field.tsx'
import { Field, type FieldWords } from '../src/field.tsx'
import { FileField } from '../src/file-field.tsx'
import { InfoTip } from '../src/info-tip.tsx'
import { MoneyField } from '../src/money-field.tsx'
import { PasswordField, type PasswordWords } from '../src/password-field.tsx'
import { PhoneField } from '../src/phone-field.tsx'
import { Skeleton } from '../src/skeleton.tsx'
import { Stack } from '../src/stack.tsx'
import { StrengthMeter } from '../src/strength-meter.tsx'
import { TextField } from '../src/text-field.tsx'
import { TextareaField } from '../src/textarea-field.tsx'
import type { Specimens } from './specimens.ts'

const password: PasswordWords = {
  show: 'Show',
  showName: 'Show password',
  hide: 'Hide',
  hideName: 'Hide password',
  shown: 'Your password is shown.',
  hidden: 'Your password is hidden.',
  pasteRefused: 'Type your password.',
}

const passwordInSpanish: PasswordWords = {
  show: 'Mostrar',
  showName: 'Mostrar contraseña',
  hide: 'Ocultar',
  hideName: 'Ocultar contraseña',
  shown: 'Se muestra su contraseña.',
  hidden: 'Su contraseña está oculta.',
  pasteRefused: 'Escriba su contraseña.',
}

const onFormat = (typed: string) => typed

const control = (words: FieldWords, value: string) => (
  <Field {...words}>{(attributes) => <textarea {...attributes} rows={2} defaultValue={value} />}</Field>
)

export const fields: Specimens = {
  'control-room': {
    field: <ControlRoom />,
    button: <ControlRoom of="button" />,
  },
  'date-field': {
    empty: <DateField label="Payment date" hint="Between today and the due date." />,
    filled: <DateField label="Move-in date" defaultValue="2027-02-28" />,
    error: <DateField label="First bill" defaultValue="2020-01-31" error="Choose a day after 01/31/2020." />,
    disabled: <DateField label="Due date" defaultValue="2027-02-28" disabled />,
    Spanish: <DateField label="Fecha de pago" error="Elija una fecha de pago." />,
  },
  'digits-field': {
    empty: <DigitsField label="Account number" hint="You find it on your bill." maxDigits={12} />,
    filled: <DigitsField label="Security code" defaultValue="482173" maxDigits={6} />,
    error: <DigitsField label="Routing number" defaultValue="0910" maxDigits={9} error="Enter all 9 digits." />,
    disabled: <DigitsField label="Meter number" defaultValue="10027418" disabled />,
    Spanish: <DigitsField label="Número de cuenta" hint="Está en su factura." maxDigits={12} />,
  },
  'email-field': {
    empty: <EmailField label="Email address" optionalText="optional" />,
    'long text': (
      <EmailField label="Billing email" defaultValue="maximiliana.featherstonehaugh@prairie-ridge.example" />
    ),
    error: <EmailField label="Work email" defaultValue="ada@" error="Enter an email address like name@example.com." />,
    disabled: <EmailField label="Verified email" defaultValue="ada@example.com" disabled />,
    Spanish: <EmailField label="Correo electrónico" optionalText="opcional" />,
  },
  field: {
    idle: control({ label: 'Comment', hint: 'Do not enter card numbers.' }, ''),
    error: control({ label: 'Reason', error: 'Enter a reason.' }, ''),
    Spanish: control({ label: 'Comentario', optionalText: 'opcional' }, 'Gracias'),
  },
  'money-field': {
    empty: <MoneyField label="Payment amount" onFormat={onFormat} />,
    filled: <MoneyField label="Roundup amount" defaultValue="1284.07" onFormat={onFormat} />,
    error: <MoneyField label="Amount to pay" defaultValue="0.99" error="Pay at least $1.00." onFormat={onFormat} />,
    disabled: <MoneyField label="Deposit" defaultValue="200.00" disabled onFormat={onFormat} />,
    Spanish: <MoneyField label="Monto del pago" defaultValue="25.00" onFormat={onFormat} />,
  },
  'password-field': {
    empty: <PasswordField label="Password" words={password} allowPaste autoComplete="current-password" />,
    error: (
      <PasswordField
        label="New password"
        defaultValue="prairie"
        words={password}
        allowPaste
        autoComplete="new-password"
        error="Use at least 8 characters."
      />
    ),
    Spanish: <PasswordField label="Contraseña" words={passwordInSpanish} allowPaste autoComplete="current-password" />,
  },
  'phone-field': {
    empty: <PhoneField label="Home phone" optionalText="optional" />,
    filled: <PhoneField label="Cell phone" defaultValue="(715) 555-0100" />,
    error: <PhoneField label="Work phone" defaultValue="(715) 555" error="Enter all 10 digits." />,
    disabled: <PhoneField label="Verified phone" defaultValue="(715) 555-0100" disabled />,
    Spanish: <PhoneField label="Teléfono de casa" error="Ingrese los 10 dígitos." />,
  },
  'file-field': {
    empty: <FileField label="Photo of the meter" accept="image/jpeg,image/png" optionalText="optional" />,
    error: <FileField label="Photo" accept="image/jpeg,image/png" error="The photo must be a JPEG or PNG picture." />,
    Spanish: <FileField label="Foto" accept="image/jpeg,image/png" hint="Una imagen JPEG o PNG." />,
  },
  skeleton: {
    lines: <Skeleton lines={3} />,
    block: <Skeleton height="6rem" />,
    narrow: <Skeleton width="8rem" />,
    'in a card': (
      <Card>
        <Stack>
          <Skeleton width="60%" />
          <Skeleton lines={2} />
        </Stack>
      </Card>
    ),
  },
  'strength-meter': {
    empty: <StrengthMeter strength={null} text="" />,
    worst: <StrengthMeter strength={0} text="Password strength: too weak" />,
    weak: <StrengthMeter strength={1} text="Password strength: weak" />,
    fair: <StrengthMeter strength={2} text="Password strength: fair" />,
    good: <StrengthMeter strength={3} text="Password strength: good" />,
    Spanish: <StrengthMeter strength={4} text="Seguridad de la contraseña: muy buena" />,
  },
  'text-field': {
    empty: <TextField label="Last name" />,
    'hint and tip': (
      <TextField
        label="City"
        hint="As it stands on your bill."
        tip={<InfoTip label="About the city">We need it to look up your account.</InfoTip>}
      />
    ),
    optional: <TextField label="Middle name" optionalText="optional" />,
    figures: <TextField label="ZIP code" defaultValue="54758-1234" figures />,
    error: <TextField label="First name" error="Enter your first name." />,
    disabled: <TextField label="Member number" defaultValue="1001001" disabled />,
    'long text': (
      <TextField
        label="Name of the person or the organization that is responsible for the payment of the bills of this account"
        defaultValue="Prairie Ridge Township Volunteer Fire Department and Rescue Association, Station 4"
        error="Enter a name of at most 50 characters. Use the short form of the organization’s name if it has one."
      />
    ),
    Spanish: <TextField label="Apellido" optionalText="opcional" hint="Como aparece en su factura." />,
  },
  'textarea-field': {
    empty: <TextareaField label="Comments" />,
    counter: <TextareaField label="Comments" defaultValue="The gate is open." counter="383 characters remaining" />,
    error: <TextareaField label="Comments" error="Comments can have up to 400 characters." />,
    Spanish: <TextareaField label="Comentarios" optionalText="opcional" counter="Quedan 400 caracteres" />,
  },
}
