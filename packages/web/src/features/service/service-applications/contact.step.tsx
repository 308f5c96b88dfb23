import { contactPreferences } from '@coopline/rules/accounts/capital-credits/check-claim'
import { accountTypeName } from '@coopline/rules/service/service-applications/account-type-name'
import { applicationLengths } from '@coopline/rules/service/service-applications/check-application'
import { EmailField } from '@coopline/ui/email-field'
import { PhoneField } from '@coopline/ui/phone-field'
import { SelectField } from '@coopline/ui/select-field'
import { TextField } from '@coopline/ui/text-field'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { StepForm, type StepProps, useStepForm } from './step.form.tsx'

/** Step 1: the applicant, the account type, and how the office can reach them. */
export function ContactStep(props: StepProps) {
  const { contact: text } = useText('serviceApplications')
  const { serviceAccountTypes } = useSite()
  const { language } = useLanguage()
  const form = useStepForm('contact', props)
  return (
    <StepForm props={props} form={form} heading={text.heading} isFirst>
      {serviceAccountTypes.length > 0 && (
        <SelectField
          {...form.text('accountType')}
          label={text.accountType}
          placeholder={text.chooseType}
          options={serviceAccountTypes.map((type) => ({ value: type.id, text: accountTypeName(type, language) }))}
        />
      )}
      <TextField
        {...form.text('firstName')}
        label={text.firstName}
        maxLength={applicationLengths.firstName}
        autoComplete="given-name"
      />
      <TextField
        {...form.text('lastName')}
        label={text.lastName}
        maxLength={applicationLengths.lastName}
        autoComplete="family-name"
      />
      <TextField
        {...form.text('businessName')}
        label={text.businessName}
        maxLength={applicationLengths.businessName}
        autoComplete="organization"
        optionalText={text.optional}
      />
      <PhoneField {...form.text('phone')} label={text.phone} />
      <SelectField
        {...form.text('contactPref')}
        label={text.contactPref}
        placeholder={text.choosePref}
        options={contactPreferences.map((value) => ({ value, text: text.preferences[value] }))}
      />
      <EmailField
        {...form.text('email')}
        label={text.email}
        maxLength={applicationLengths.email}
        {...(form.values.contactPref !== 'Email' && { optionalText: text.optional })}
      />
    </StepForm>
  )
}
