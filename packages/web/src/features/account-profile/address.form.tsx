import { profileFieldMessage } from '@coopline/rules/account-profile/account-profile.messages'
import { checkProfileAddress, withoutBlocked } from '@coopline/rules/account-profile/check-address'
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
import { useText } from '../../portal/text.tsx'
import { useRuleForm } from '../../portal/use-rule-form.ts'
import styles from './account-profile.module.css'
import { BlockFormFrame, type BlockFormProps } from './block.form.tsx'

const fields = ['streetNumber', 'streetName', 'streetType', 'unit', 'city', 'state', 'zip'] as const
/** '98745-4321'. */
const zipLength = 10

/** Takes from what was typed what the field can have (REQ-D-123: blocked characters are dropped at input). */
const typed: Partial<Record<AddressField, (text: string) => string>> = {
  streetNumber: onlyDigits,
  city: withoutBlocked,
}

/** The mailing address in its parts. */
export function AddressForm({ profile, error, onSave, ...frame }: BlockFormProps<ProfileAddress>) {
  const { address: text, edit } = useText('accountProfile')
  const { streetNumber, streetName, streetType, unit, city, state, zip } = profile
  const form = useRuleForm(checkProfileAddress, profileFieldMessage, {
    start: { streetNumber, streetName, streetType, unit, city, state, zip: formatZip(zip) },
    onSubmit: onSave,
    error,
    fields,
  })
  const line = (field: Exclude<AddressField, 'state' | 'zip'>) => ({
    ...form.text(field),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      form.change({ [field]: typed[field]?.(target.value) ?? target.value }, field),
    label: text[field],
    maxLength: maxProfileLengths[field],
    autoComplete: 'off',
  })
  return (
    <BlockFormFrame {...frame} form={form}>
      <div className={styles.fields}>
        <TextField {...line('streetNumber')} inputMode="numeric" figures />
        <TextField {...line('streetName')} />
        <TextField {...line('streetType')} optionalText={edit.optional} />
        <TextField {...line('unit')} optionalText={edit.optional} />
        <TextField {...line('city')} autoComplete="address-level2" />
        <SelectField
          {...form.text('state')}
          label={text.state}
          placeholder={text.chooseState}
          autoComplete="address-level1"
          options={usStates.map((code) => ({ value: code, text: code }))}
        />
        <TextField
          {...form.text('zip')}
          label={text.zip}
          maxLength={zipLength}
          inputMode="numeric"
          autoComplete="postal-code"
          figures
          onBlur={() => {
            const formatted = formatZip(form.values.zip)
            if (formatted !== form.values.zip) form.change({ zip: formatted }, 'zip')
            form.blur('zip')
          }}
        />
      </div>
    </BlockFormFrame>
  )
}
