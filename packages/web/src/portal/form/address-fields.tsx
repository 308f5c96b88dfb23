import {
  type AddressField,
  maxProfileLengths,
  type ProfileAddress,
} from '@coopline/rules/accounts/account-profile/profile-fields'
import { usStates } from '@coopline/rules/accounts/account-profile/check-address'
import { formatZip } from '@coopline/rules/accounts/account-profile/zip'
import { DigitsField } from '@coopline/ui/digits-field'
import { SelectField } from '@coopline/ui/select-field'
import { TextField } from '@coopline/ui/text-field'
import { withoutCharacters } from '@coopline/ui/typing-rule'
import { useSite } from '../page/site.tsx'
import type { RuleForm } from './use-rule-form.ts'

/** '98745-4321'. */
const zipLength = 10

interface AddressFieldsProps {
  readonly form: Pick<RuleForm<ProfileAddress>, 'values' | 'text' | 'change' | 'blur'>
  readonly words: Readonly<Record<AddressField | 'chooseState' | 'optional', string>>
  /** False turns off the browser's autofill. */
  readonly isOwnAddress?: boolean
  /** Characters that the city field does not take. */
  readonly blockedInCity?: string
}

/** The fields of an address. */
export function AddressFields({ form, words, isOwnAddress = true, blockedInCity = '' }: AddressFieldsProps) {
  const { RURAL_ADDRESSES: ruralAddresses } = useSite().settings
  const fill = (token: string) => (isOwnAddress ? token : 'off')
  const line = (field: Exclude<AddressField, 'state' | 'zip'>) => ({
    ...form.text(field),
    label: words[field],
    maxLength: maxProfileLengths[field],
    autoComplete: 'off',
  })
  return (
    <>
      {ruralAddresses ? (
        <TextField {...line('streetNumber')} figures />
      ) : (
        <DigitsField
          {...form.text('streetNumber')}
          label={words.streetNumber}
          maxDigits={maxProfileLengths.streetNumber}
        />
      )}
      <TextField {...line('streetName')} />
      <TextField {...line('streetType')} optionalText={words.optional} />
      <TextField {...line('unit')} optionalText={words.optional} />
      <TextField {...line('city')} typing={withoutCharacters(blockedInCity)} autoComplete={fill('address-level2')} />
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
