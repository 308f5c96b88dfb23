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
import { useLanguage, useText } from '../../portal/text.tsx'
import styles from './account-profile.module.css'
import { BlockFormFrame } from './block.form.tsx'
import type { BlockFormProps } from './name.form.tsx'
import { useBlockForm } from './use-block-form.ts'

const fields = ['streetNumber', 'streetName', 'streetType', 'unit', 'city', 'state', 'zip'] as const
/** '98745-4321'. */
const zipLength = 10

/** Takes from what was typed what the field can have (REQ-D-123: blocked characters are dropped at input). */
const typed: Partial<Record<AddressField, (text: string) => string>> = {
  streetNumber: onlyDigits,
  city: withoutBlocked,
}

/** The mailing address in its parts. */
export function AddressForm({ profile, isBusy, error, obstacle, onSave, onCancel }: BlockFormProps<ProfileAddress>) {
  const { address: text, edit } = useText('accountProfile')
  const { language } = useLanguage()
  const { streetNumber, streetName, streetType, unit, city, state, zip } = profile
  const form = useBlockForm<ProfileAddress>({
    start: { streetNumber, streetName, streetType, unit, city, state, zip: formatZip(zip) },
    check: (values) =>
      checkProfileAddress(values).map((problem) => ({
        field: problem.field,
        text: profileFieldMessage(problem, language),
      })),
    fields,
    error,
    onSave,
  })
  const control = (field: AddressField) => ({
    name: field,
    label: text[field],
    value: form.values[field],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      form.change(field, { ...form.values, [field]: typed[field]?.(target.value) ?? target.value }),
    onBlur: () => form.leave(field),
    error: form.errorOf(field),
  })
  const line = (field: Exclude<AddressField, 'state' | 'zip'>) => ({
    ...control(field),
    maxLength: maxProfileLengths[field],
    autoComplete: 'off',
  })
  return (
    <BlockFormFrame
      summary={form.summary}
      refusals={form.refusals}
      error={form.isRefusedWholly ? error : null}
      isBusy={isBusy}
      obstacle={obstacle}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <div className={styles.fields}>
        <TextField {...line('streetNumber')} inputMode="numeric" figures />
        <TextField {...line('streetName')} />
        <TextField {...line('streetType')} optionalText={edit.optional} />
        <TextField {...line('unit')} optionalText={edit.optional} />
        <TextField {...line('city')} autoComplete="address-level2" />
        <SelectField
          {...control('state')}
          placeholder={text.chooseState}
          autoComplete="address-level1"
          options={usStates.map((code) => ({ value: code, text: code }))}
        />
        <TextField
          {...control('zip')}
          maxLength={zipLength}
          inputMode="numeric"
          autoComplete="postal-code"
          figures
          onBlur={() => {
            form.change('zip', { ...form.values, zip: formatZip(form.values.zip) })
            form.leave('zip')
          }}
        />
      </div>
    </BlockFormFrame>
  )
}
