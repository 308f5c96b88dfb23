import { CheckboxField } from '@coopline/ui/checkbox-field'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import type { RuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './registration.module.css'
import type { TypedRegistration } from './registration-state.ts'

interface PreferenceFieldsProps {
  readonly form: RuleForm<TypedRegistration>
}

/** Shows the paperless and marketing options. Without a paperless offer there is nothing to confirm (REQ-D-076). */
export function PreferenceFields({ form }: PreferenceFieldsProps) {
  const text = useText('registration').form
  const { paperlessOptions, marketingSignup } = useSite().settings
  const offersBills = paperlessOptions === 'BILL' || paperlessOptions === 'BOTH'
  const offersOther = paperlessOptions === 'OTHER' || paperlessOptions === 'BOTH'
  if (!offersBills && !offersOther && !marketingSignup) return null
  return (
    <fieldset className={styles.options}>
      <legend>{text.options}</legend>
      {offersBills && (
        <CheckboxField {...form.flag('hasOptedForPaperlessBilling')} label={text.eBilling} hint={text.eBillingHint} />
      )}
      {offersOther && (
        <CheckboxField
          {...form.flag('hasOptedForPaperlessOther')}
          label={text.eCommunications}
          hint={text.eCommunicationsHint}
        />
      )}
      {marketingSignup && (
        <CheckboxField {...form.flag('areMarketingEmailsAllowed')} label={text.marketing} hint={text.marketingHint} />
      )}
      {(offersBills || offersOther) && (
        <CheckboxField {...form.flag('paperlessConfirmText')} label={text.confirmPaperless} />
      )}
    </fieldset>
  )
}
