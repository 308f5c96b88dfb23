import { paths } from '@coopline/contract/paths'
import { profileMessage } from '@coopline/rules/accounts/account-profile/account-profile.messages'
import { Alert } from '@coopline/ui/alert'
import { Stack } from '@coopline/ui/stack'
import { useNavigate } from 'react-router'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { AddressForm } from './address.form.tsx'
import { LeaveDialog } from './leave.dialog.tsx'
import { NameForm } from './name.form.tsx'
import { PhonesForm } from './phones.form.tsx'
import { ProfileBlock } from './profile-block.tsx'
import { ScopeDialog } from './scope.dialog.tsx'
import { type DisplayedProfile, type ProfileSettings, slotsOf } from './update-body.ts'
import { type BlockName, useProfileSave } from './use-profile-save.ts'
import { formatZip } from '@coopline/rules/accounts/account-profile/zip'
import type { ReactNode } from 'react'
import styles from './account-profile.module.css'

interface ProfileBlocksProps {
  readonly memberNumber: string
  readonly settings: ProfileSettings
  readonly profile: DisplayedProfile
  readonly onChanged: () => Promise<unknown>
}

/** Name, address and phones, of which one at a time can be changed. */
export function ProfileBlocks({ memberNumber, settings, profile, onChanged }: ProfileBlocksProps) {
  const { language } = useLanguage()
  const navigate = useNavigate()
  const saving = useProfileSave({ memberNumber, profile, onChanged })
  const { open, unconfirmed, success, isLeaving } = saving
  const isUnderReview = !settings.ALLOW_PROFILE_DB_UPDATE && !profile.isVerified
  const hasNoContact = profile.contactPhones.length === 0 && !settings.allowUserProvidedContact
  const noContact = hasNoContact ? profileMessage('no-contact', language) : undefined

  const { edited, isBusy, error, cancel } = saving
  const form = { profile: edited, isBusy, error, obstacle: noContact, onCancel: cancel }
  const block = (name: BlockName, canEdit: boolean) => ({
    isOpen: open === name,
    canEdit,
    otherIsOpen: open !== null,
    hasSuccess: success !== null,
    isUnderReview,
    onEdit: () => saving.edit(name),
  })
  return (
    <Stack gap="large">
      {noContact !== undefined && <Alert tone="error" title={noContact} />}
      {isUnderReview && success === null && <Alert tone="warning" title={profileMessage('pending-review', language)} />}
      {success !== null && !isLeaving && <SuccessAlert title={success} />}
      <ProfileBlock
        {...block('name', settings.ALLOW_NAME_UPDATE)}
        section="name"
        view={<NameView profile={profile} />}
        form={<NameForm {...form} onSave={(value) => saving.save({ block: 'name', value })} />}
      />
      <ProfileBlock
        {...block('address', settings.ALLOW_ADDRESS_UPDATE)}
        section="address"
        view={<AddressView profile={profile} />}
        form={<AddressForm {...form} onSave={(value) => saving.save({ block: 'address', value })} />}
      />
      <ProfileBlock
        {...block('phones', settings.ALLOW_PHONE_UPDATE)}
        section="phones"
        view={<PhonesView profile={profile} />}
        form={<PhonesForm {...form} onSave={(value) => saving.save({ block: 'phones', value })} />}
      />
      {unconfirmed !== null && unconfirmed.block !== 'name' && (
        <ScopeDialog
          about={unconfirmed.block === 'phones' ? 'phone' : 'address'}
          onAnswer={saving.answer}
          onClose={saving.withdraw}
        />
      )}
      {isLeaving && <LeaveDialog onStay={saving.stay} onContinue={() => void navigate(paths.manageNotifications())} />}
    </Stack>
  )
}

interface ViewProps {
  readonly profile: DisplayedProfile
}

interface Part {
  readonly label: string
  readonly value: string
  /** Not shown at all when it is empty. */
  readonly isExtra?: boolean
}

function Parts({ parts }: { readonly parts: readonly Part[] }) {
  const { edit } = useText('accountProfile')
  return (
    <dl className={styles.parts}>
      {parts
        .filter(({ value, isExtra }) => value !== '' || isExtra !== true)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === '' ? <span className={styles.none}>{edit.notOnFile}</span> : value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The name as it is on file. */
function NameView({ profile }: ViewProps): ReactNode {
  const { name } = useText('accountProfile')
  const { firstName, middleName, lastName, spouseName } = profile
  return (
    <Parts
      parts={[
        { label: name.firstName, value: firstName },
        { label: name.middleName, value: middleName },
        { label: name.lastName, value: lastName },
        { label: name.spouseName, value: spouseName, isExtra: true },
      ]}
    />
  )
}

/** The mailing address as it is on file. */
function AddressView({ profile }: ViewProps): ReactNode {
  const { address } = useText('accountProfile')
  return (
    <Parts
      parts={[
        { label: address.streetNumber, value: profile.streetNumber },
        { label: address.streetName, value: profile.streetName },
        { label: address.streetType, value: profile.streetType },
        { label: address.unit, value: profile.unit },
        { label: address.city, value: profile.city },
        { label: address.state, value: profile.state },
        { label: address.zip, value: formatZip(profile.zip) },
      ]}
    />
  )
}

/** The phones as they are on file. */
function PhonesView({ profile }: ViewProps): ReactNode {
  const { phones } = useText('accountProfile')
  if (profile.contactPhones.length === 0) return <p className={styles.none}>{phones.none}</p>
  const written = slotsOf(profile)
  return (
    <ul className={styles.phones}>
      {profile.contactPhones.map((phone, index) => (
        <li key={phone.eCommunicationDetailId}>
          <span className={styles.phoneType}>{phone.eCommunicationDescription}</span>
          <span className={styles.phoneNumber}>
            {written[index]?.phoneNumber}
            {phone.extension !== '' && ` ${phones.ext(phone.extension)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
