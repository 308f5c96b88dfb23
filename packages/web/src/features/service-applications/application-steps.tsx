import type { ApplicationForm } from '@coopline/contract/service-applications/service-applications.contract'
import { type ApplicationLimits, checkApplicationStep } from '@coopline/rules/service-applications/check-application'
import { Card } from '@coopline/ui/card'
import { Steps } from '@coopline/ui/steps'
import { useState } from 'react'
import { useReplaceQuery } from '../../portal/page-address.ts'
import { SuccessAlert } from '../../portal/success-alert.tsx'
import { useText } from '../../portal/text.tsx'
import { useSend } from '../../portal/use-send.ts'
import { ApplicationStatus } from './application-status.tsx'
import { ContactStep } from './contact.step.tsx'
import { ReviewStep } from './review.step.tsx'
import { type Saved, SavedLink } from './saved-link.tsx'
import { ServiceStep } from './service.step.tsx'

interface ApplicationStepsProps {
  readonly start: ApplicationForm
  readonly saved: Saved | null
  readonly limits: ApplicationLimits
}

/** Index of the first incomplete step. */
const firstStep = (application: ApplicationForm, limits: ApplicationLimits): number => {
  const open = (['contact', 'service'] as const).findIndex(
    (step) => checkApplicationStep(application, limits, step).length > 0,
  )
  return open === -1 ? 2 : open
}

/** The steps of an application. Saves each completed step, so that the link in the URL always opens the whole application. */
export function ApplicationSteps({ start, saved: savedBefore, limits }: ApplicationStepsProps) {
  const text = useText('serviceApplications')
  const replaceQuery = useReplaceQuery()
  const [application, setApplication] = useState(start)
  const [saved, setSaved] = useState(savedBefore)
  const [{ at, turn }, setStep] = useState(() => ({ at: savedBefore === null ? 0 : firstStep(start, limits), turn: 0 }))
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
  const step = {
    start: application,
    limits,
    takesFocus: turn > 0,
    busy: save.isPending,
    error: save.error,
    onContinue: (next: ApplicationForm) => keep(next, () => goTo(at + 1)),
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
        steps={text.steps.names}
        current={at}
        compactText={text.steps.compact(at + 1, text.steps.names[at] ?? '')}
        doneText={text.steps.done}
      />
      <Card>
        {at === 0 && <ContactStep key={turn} {...step} />}
        {at === 1 && <ServiceStep key={turn} {...step} />}
        {at === 2 && saved !== null && (
          <ReviewStep
            key={turn}
            {...step}
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
