import { paths } from '@coopline/contract/paths'
import { profileMessage } from '@coopline/rules/accounts/account-profile/account-profile.messages'
import { Alert } from '@coopline/ui/alert'
import { Stack } from '@coopline/ui/stack'
import { useNavigate } from 'react-router'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useLanguage } from '../../../portal/text/text.tsx'
import { AddressForm } from './address.form.tsx'
import { AddressView, NameView, PhonesView } from './block-views.tsx'
import { LeaveDialog } from './leave.dialog.tsx'
import { NameForm } from './name.form.tsx'
import { PhonesForm } from './phones.form.tsx'
import { ProfileBlock } from './profile-block.tsx'
import { ScopeDialog } from './scope.dialog.tsx'
import type { ProfileSettings, DisplayedProfile } from './update-body.ts'
import { type BlockName, useProfileSave } from './use-profile-save.ts'

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
