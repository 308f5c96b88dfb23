import type { ApplicationForm } from '@coopline/contract/service/service-applications/service-applications.contract'
import { accountTypeName } from '@coopline/rules/service/service-applications/account-type-name'
import { contactPreferences } from '@coopline/rules/accounts/capital-credits/check-claim'
import { formatUsDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { Button } from '@coopline/ui/button'
import { type Fact, Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useSend } from '../../../portal/call/use-send.ts'
import styles from './service-applications.module.css'
import type { StepProps } from './step.form.tsx'
import type { Documents } from './use-documents.ts'

interface ReviewStepProps extends Pick<StepProps, 'start' | 'takesFocus' | 'onBack'> {
  readonly documents: Documents
  readonly token: string
  readonly onDone: (answer: { readonly referenceNumber: string; readonly message: string }) => void
}

/** The last step: review and submit. */
export function ReviewStep({ start, documents, takesFocus, onBack, token, onDone }: ReviewStepProps) {
  const text = useText('serviceApplications')
  const facts = useFacts(start, documents)
  const submit = useSend('POST /v3/service-applications/submit', { onSuccess: onDone })
  return (
    <Stack gap="large">
      <StepHeading takesFocus={takesFocus}>{text.review.heading}</StepHeading>
      <FailureAlert error={submit.error} focusOnMount />
      <Facts facts={facts} />
      <Stack row>
        <Button
          busy={submit.isPending || documents.attaching !== null}
          busyLabel={submit.isPending ? text.review.submitting : text.documents.waiting}
          onClick={() => submit.mutate({ body: { token, application: start } })}
        >
          {text.review.submit}
        </Button>
        <Button variant="secondary" onClick={() => onBack(start)}>
          {text.back}
        </Button>
      </Stack>
    </Stack>
  )
}

function useFacts(application: ApplicationForm, { list, most }: Documents): readonly Fact[] {
  const { contact, service, documents, review } = useText('serviceApplications')
  const { serviceAccountTypes } = useSite()
  const { streetNumber, streetName, streetType, unit, city, state, zip } = application
  const street = [streetNumber, streetName, streetType, unit].filter((part) => part !== '').join(' ')
  const { language } = useLanguage()
  const type = serviceAccountTypes.find(({ id }) => id === application.accountType)
  const day = parseCalendarDate(application.startDate)
  const preference = contactPreferences.find((one) => one === application.contactPref)
  const optional = (label: string, value: string): readonly Fact[] => (value.trim() === '' ? [] : [{ label, value }])
  const names = <span className={styles.comments}>{list.map(({ name }) => name).join(', ') || review.none}</span>
  return [
    ...optional(contact.accountType, type === undefined ? '' : accountTypeName(type, language)),
    { label: review.name, value: `${application.firstName} ${application.lastName}` },
    ...optional(contact.businessName, application.businessName),
    { label: contact.phone, value: application.phone },
    ...optional(contact.email, application.email),
    { label: contact.contactPref, value: preference === undefined ? '' : contact.preferences[preference] },
    { label: review.address, value: `${street}, ${city}, ${state} ${zip}` },
    { label: service.startDate, value: day === null ? '' : formatUsDate(day) },
    {
      label: service.comments,
      value: <span className={styles.comments}>{application.comments.trim() || review.none}</span>,
    },
    ...(most === 0 && list.length === 0 ? [] : [{ label: documents.heading, value: names }]),
  ]
}
