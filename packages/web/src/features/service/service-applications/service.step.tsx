import { lengthOf } from '@coopline/rules/accounts/account-profile/profile-fields'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { applicationLengths, startDays } from '@coopline/rules/service/service-applications/check-application'
import { DateField } from '@coopline/ui/date-field'
import { TextareaField } from '@coopline/ui/textarea-field'
import { AddressFields } from '../../../portal/form/address-fields.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { StepForm, type StepProps, useStepForm } from './step.form.tsx'

/** Step 2: the service address and start date. */
export function ServiceStep(props: StepProps) {
  const { service: text, contact } = useText('serviceApplications')
  const { forwarding: words } = useText('serviceRequests')
  const form = useStepForm('service', props)
  const { first, last } = startDays(props.limits)
  return (
    <StepForm props={props} form={form} heading={text.heading}>
      <AddressFields form={form} words={{ ...words, optional: contact.optional }} />
      <DateField
        {...form.text('startDate')}
        label={text.startDate}
        hint={text.dateHint(formatUsDate(first), formatUsDate(last))}
        min={first}
        max={last}
      />
      <TextareaField
        {...form.text('comments')}
        onChange={({ target }) => form.change({ comments: target.value }, 'comments')}
        label={text.comments}
        hint={text.commentsHint}
        optionalText={contact.optional}
        counter={text.remaining(applicationLengths.comments - lengthOf(form.values.comments))}
      />
    </StepForm>
  )
}
