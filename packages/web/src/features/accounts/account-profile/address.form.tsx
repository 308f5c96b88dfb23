import { profileFieldMessage } from '@coopline/rules/accounts/account-profile/account-profile.messages'
import { blockedInCity, checkProfileAddress } from '@coopline/rules/accounts/account-profile/check-address'
import type { ProfileAddress } from '@coopline/rules/accounts/account-profile/profile-fields'
import { formatZip } from '@coopline/rules/accounts/account-profile/zip'
import { AddressFields } from '../../../portal/form/address-fields.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './account-profile.module.css'
import { BlockForm, type BlockFormProps } from './block.form.tsx'

const fields = ['streetNumber', 'streetName', 'streetType', 'unit', 'city', 'state', 'zip'] as const

/** The mailing address in its parts. */
export function AddressForm({ profile, error, onSave, ...frame }: BlockFormProps<ProfileAddress>) {
  const { address: text, edit } = useText('accountProfile')
  const { streetNumber, streetName, streetType, unit, city, state, zip } = profile
  const { RURAL_ADDRESSES: ruralAddresses } = useSite().settings
  const onFile = { streetNumber, streetName, streetType, unit, city, state, zip: formatZip(zip) }
  const check = (address: ProfileAddress) => checkProfileAddress(address, { ruralAddresses }, onFile)
  const form = useRuleForm(check, profileFieldMessage, {
    start: onFile,
    onSubmit: onSave,
    error,
    fields,
  })
  return (
    <BlockForm {...frame} form={form}>
      <div className={styles.fields}>
        <AddressFields
          form={form}
          words={{ ...text, optional: edit.optional }}
          blockedInCity={blockedInCity({ ruralAddresses })}
        />
      </div>
    </BlockForm>
  )
}
