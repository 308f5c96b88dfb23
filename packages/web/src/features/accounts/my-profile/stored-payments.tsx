import { profileMessage } from '@coopline/rules/accounts/my-profile/my-profile.messages'
import { isRemovalBlocked, type StoredPaymentType } from '@coopline/rules/accounts/my-profile/stored-payments'
import { Card } from '@coopline/ui/card'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { Stack } from '@coopline/ui/stack'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { Profile } from './use-profile.ts'

const fieldOf = { Credit: 'removeStoredCreditData', Check: 'removeStoredBankData' } as const

/** Takes away what the cooperative keeps to be paid with, unless an AutoPay or a draft pays with it (MP-18 to MP-20). */
export function StoredPayments({ profile }: { readonly profile: Profile }) {
  const { stored: text, loading } = useText('myProfile')
  const { language } = useLanguage()
  const types = (['Credit', 'Check'] as const).filter((type) => profile.details.data?.paymentTypes.includes(type))
  const remove = (type: StoredPaymentType, setups: Parameters<typeof isRemovalBlocked>[1]) => {
    const isBlocked = isRemovalBlocked(type, setups)
    return (
      <CheckboxField
        key={type}
        {...profile.form.flag(fieldOf[type])}
        label={text.remove[type]}
        disabled={isBlocked}
        hint={isBlocked ? profileMessage('active-payment-setup', language) : undefined}
        {...(isBlocked && { error: undefined })}
      />
    )
  }
  return (
    <Card title={text.title}>
      {types.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <Loaded query={profile.setups} loading={loading} height="4rem">
          {({ autopayments }) => <Stack gap="small">{types.map((type) => remove(type, autopayments))}</Stack>}
        </Loaded>
      )}
    </Card>
  )
}
