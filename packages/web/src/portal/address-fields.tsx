import {
  type AddressField,
  maxProfileLengths,
  type ProfileAddress,
} from '@coopline/rules/account-profile/profile-fields'
import { usStates } from '@coopline/rules/account-profile/us-states'
import { formatZip } from '@coopline/rules/account-profile/zip'
import { onlyDigits } from '@coopline/rules/kernel/digits'
import { SelectField } from '@coopline/ui/select-field'
import { TextField } from '@coopline/ui/text-field'
import type { RuleForm } from './use-rule-form.ts'

/** '98745-4321'. */
const zipLength = 10

interface AddressFieldsProps {
  readonly form: Pick<RuleForm<ProfileAddress>, 'values' | 'text' | 'change' | 'blur'>
  readonly words: Readonly<Record<AddressField | 'chooseState' | 'optional', string>>
  /** False turns off the browser's autofill. */
  readonly isOwnAddress?: boolean
  /** Removes characters that the city field does not allow. */
  readonly cleanCity?: (text: string) => string
}

/** The fields of an address. */
export function AddressFields({ form, words, isOwnAddress = true, cleanCity = String }: AddressFieldsProps) {
  const fill = (token: string) => (isOwnAddress ? token : 'off')
  const line = (field: Exclude<AddressField, 'state' | 'zip'>) => ({
    ...form.text(field),
    label: words[field],
    maxLength: maxProfileLengths[field],
    autoComplete: 'off',
  })
  return (
    <>
      <TextField
        {...line('streetNumber')}
        onChange={({ target }) => form.change({ streetNumber: onlyDigits(target.value) }, 'streetNumber')}
        inputMode="numeric"
        figures
      />
      <TextField {...line('streetName')} />
      <TextField {...line('streetType')} optionalText={words.optional} />
      <TextField {...line('unit')} optionalText={words.optional} />
      <TextField
        {...line('city')}
        onChange={({ target }) => form.change({ city: cleanCity(target.value) }, 'city')}
        autoComplete={fill('address-level2')}
      />
      <SelectField
        {...form.text('state')}
        label={words.state}
        placeholder={words.chooseState}
        autoComplete={fill('address-level1')}
        options={usStates.map((code) => ({ value: code, text: code }))}
      />
      <TextField
        {...form.text('zip')}
        label={words.zip}
        maxLength={zipLength}
        inputMode="numeric"
        autoComplete={fill('postal-code')}
        figures
        onBlur={() => {
          const formatted = formatZip(form.values.zip)
          if (formatted !== form.values.zip) form.change({ zip: formatted }, 'zip')
          form.blur('zip')
        }}
      />
    </>
  )
}
