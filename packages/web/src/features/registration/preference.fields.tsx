import type { RegistrationForm } from '@coopline/rules/registration/check-registration'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import type { UseFormRegister } from 'react-hook-form'
import { useSite } from '../../portal/site.tsx'
import { useText } from '../../portal/text.tsx'
import styles from './registration.module.css'

interface PreferenceFieldsProps {
  readonly register: UseFormRegister<RegistrationForm>
  readonly confirmError: string | undefined
}

/** What the cooperative offers instead of paper, and news. Without a paperless offer there is nothing to confirm (REQ-D-076). */
export function PreferenceFields({ register, confirmError }: PreferenceFieldsProps) {
  const text = useText('registration').form
  const { paperlessOptions, marketingSignup } = useSite().settings
  const offersBills = paperlessOptions === 'BILL' || paperlessOptions === 'BOTH'
  const offersOther = paperlessOptions === 'OTHER' || paperlessOptions === 'BOTH'
  if (!offersBills && !offersOther && !marketingSignup) return null
  return (
    <fieldset className={styles.options}>
      <legend>{text.options}</legend>
      {offersBills && (
        <CheckboxField {...register('hasOptedForPaperlessBilling')} label={text.eBilling} hint={text.eBillingHint} />
      )}
      {offersOther && (
        <CheckboxField
          {...register('hasOptedForPaperlessOther')}
          label={text.eCommunications}
          hint={text.eCommunicationsHint}
        />
      )}
      {marketingSignup && (
        <CheckboxField {...register('areMarketingEmailsAllowed')} label={text.marketing} hint={text.marketingHint} />
      )}
      {(offersBills || offersOther) && (
        <CheckboxField {...register('paperlessConfirmText')} label={text.confirmPaperless} error={confirmError} />
      )}
    </fieldset>
  )
}
