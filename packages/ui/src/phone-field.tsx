import { formatTypedPhone, mayBecomeUsPhone } from '@coopline/rules/kernel/phone'
import type { FieldWords } from './field.tsx'
import { type InputAttributes, TextField } from './text-field.tsx'
import type { TypingRule } from './typing-rule.ts'

interface PhoneFieldProps extends FieldWords, Omit<InputAttributes, 'type' | 'inputMode' | 'maxLength' | 'pattern'> {}

/**
 * A phone number of the United States or Canada. Only its digits are typed; the field writes '(715) 555-0100', which has
 * room for 14 characters. The country code 1 is understood. Other text that is pasted stays, for the check to refuse.
 */
export const PhoneField = (props: PhoneFieldProps) => (
  <TextField autoComplete="tel-national" {...props} type="tel" figures typing={phone} />
)

const phone: TypingRule = {
  check: (value) => (mayBecomeUsPhone(value) ? null : { code: 'not-a-phone' }),
  format: formatTypedPhone,
}
