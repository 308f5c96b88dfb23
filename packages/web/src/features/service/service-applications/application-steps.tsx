import type {
  ApplicationDocument,
  ApplicationForm,
} from '@coopline/contract/service/service-applications/service-applications.contract'
import {
  applicationLengths,
  type ApplicationLimits,
  checkApplicationStep,
  startDays,
} from '@coopline/rules/service/service-applications/check-application'
import { Card } from '@coopline/ui/card'
import { Steps } from '@coopline/ui/steps'
import { useState } from 'react'
import { useReplaceQuery } from '../../../portal/page/page-address.ts'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useSend } from '../../../portal/call/use-send.ts'
import { ApplicationStatus } from './application-status.tsx'
import { ContactStep } from './contact.step.tsx'
import { DocumentsStep } from './documents.step.tsx'
import { ReviewStep } from './review.step.tsx'
import { useDocuments } from './use-documents.ts'
import { paths } from '@coopline/contract/paths'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { CopyButton } from '@coopline/ui/copy-button'
import { Stack } from '@coopline/ui/stack'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { lengthOf } from '@coopline/rules/accounts/account-profile/profile-fields'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { DateField } from '@coopline/ui/date-field'
import { TextareaField } from '@coopline/ui/textarea-field'
import { AddressFields } from '../../../portal/form/address-fields.tsx'
import { StepForm, type StepProps, useStepForm } from './step.form.tsx'

interface ApplicationStepsProps {
  readonly start: ApplicationForm
  readonly saved: (Saved & { readonly documents: readonly ApplicationDocument[] }) | null
  readonly limits: ApplicationLimits
  /** The maximum number of documents; 0 leaves out their step. */
  readonly mostDocuments: number
}

type Step = 'contact' | 'service' | 'documents' | 'review'

/** The first incomplete step. */
const firstStep = (application: ApplicationForm, limits: ApplicationLimits): Step =>
  (['contact', 'service'] as const).find((step) => checkApplicationStep(application, limits, step).length > 0) ??
  'review'

/** The steps of an application. Saves each completed step, so that the link in the URL always opens the whole application. */
export function ApplicationSteps({ start, saved: savedBefore, limits, mostDocuments }: ApplicationStepsProps) {
  const text = useText('serviceApplications')
  const replaceQuery = useReplaceQuery()
  const [application, setApplication] = useState(start)
  const [saved, setSaved] = useState<Saved | null>(savedBefore)
  const documents = useDocuments({
    token: saved?.token ?? '',
    start: savedBefore?.documents ?? [],
    most: mostDocuments,
    onChanged: (expiresAt) => setSaved((before) => before && { ...before, expiresAt }),
  })
  const hasDocuments = mostDocuments > 0 || documents.list.length > 0
  const steps: readonly Step[] = ['contact', 'service', ...(hasDocuments ? (['documents'] as const) : []), 'review']
  const [{ at, turn }, setStep] = useState(() => ({
    at: savedBefore === null ? 0 : steps.indexOf(firstStep(start, limits)),
    turn: 0,
  }))
  const [savedCount, setSavedCount] = useState(0)
  const [referenceNumber, setReferenceNumber] = useState<string | null>(null)
  const save = useSend('POST /v3/service-applications')
  const [doneText, setDoneText] = useState('')

  const keep = (next: ApplicationForm, onSaved: () => void) => {
    setSavedCount(0)
    setApplication(next)
    save.mutate(
      { body: { token: saved?.token ?? null, application: next } },
      {
        onSuccess: (answer) => {
          setSaved(answer)
          replaceQuery(new URLSearchParams({ token: answer.token }).toString())
          onSaved()
        },
      },
    )
  }
  const goTo = (next: number) => setStep((before) => ({ at: next, turn: before.turn + 1 }))

  if (referenceNumber !== null && saved !== null) {
    return (
      <>
        <SuccessAlert title={doneText} />
        <ApplicationStatus referenceNumber={referenceNumber} token={saved.token} />
      </>
    )
  }
  const names = steps.map((one) => text.steps.names[one])
  const current = steps[at]
  const step = {
    start: application,
    limits,
    takesFocus: turn > 0,
    busy: save.isPending,
    error: save.error,
    onContinue: (next: ApplicationForm) =>
      // Not after the applicant went back meanwhile.
      keep(next, () => setStep((now) => (now.turn === turn ? { at: at + 1, turn: turn + 1 } : now))),
    onSave: (next: ApplicationForm) => keep(next, () => setSavedCount((count) => count + 1)),
    onBack: (next: ApplicationForm) => {
      setApplication(next)
      save.reset()
      goTo(at - 1)
    },
  }
  return (
    <>
      {savedCount > 0 && <SuccessAlert key={savedCount} title={text.saved.done} />}
      <Steps
        label={text.steps.label}
        steps={names}
        current={at}
        compactText={text.steps.compact(at + 1, steps.length, names[at] ?? '')}
        doneText={text.steps.done}
      />
      <Card>
        {current === 'contact' && <ContactStep key={turn} {...step} />}
        {current === 'service' && <ServiceStep key={turn} {...step} />}
        {current === 'documents' && <DocumentsStep key={turn} {...step} documents={documents} />}
        {current === 'review' && saved !== null && (
          <ReviewStep
            key={turn}
            {...step}
            documents={documents}
            token={saved.token}
            onDone={(answer) => {
              setDoneText(answer.message)
              setReferenceNumber(answer.referenceNumber)
            }}
          />
        )}
      </Card>
      {saved !== null && <SavedLink saved={saved} hasEmail={application.email.trim() !== ''} />}
    </>
  )
}

/** The link of a saved application. */
interface Saved {
  readonly token: string
  readonly expiresAt: string
}

interface SavedLinkProps {
  readonly saved: Saved
  readonly hasEmail: boolean
}

/** Shows the link that opens a saved application on another device. */
function SavedLink({ saved: { token, expiresAt }, hasEmail }: SavedLinkProps) {
  const { saved: text } = useText('serviceApplications')
  const { language } = useLanguage()
  const mail = useSend('POST /v3/service-applications/link')
  return (
    <Card title={text.heading}>
      <Stack>
        <p>{text.until(formatInstant(expiresAt, language))}</p>
        <p>{text.private}</p>
        {mail.isSuccess && <Alert tone="success" title={mail.data.message} />}
        <FailureAlert error={mail.error} />
        <Stack row>
          <CopyButton
            text={window.location.origin + paths.applicationForService({ token })}
            label={text.copy}
            copied={text.copied}
            failed={text.copyFailed}
          />
          {hasEmail && (
            <Button
              variant="secondary"
              busy={mail.isPending}
              busyLabel={text.mailing}
              onClick={() => mail.mutate({ body: { token } })}
            >
              {text.mail}
            </Button>
          )}
        </Stack>
      </Stack>
    </Card>
  )
}

/** Step 2: the service address and start date. */
function ServiceStep(props: StepProps) {
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
