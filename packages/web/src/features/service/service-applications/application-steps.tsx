import type {
  ApplicationDocument,
  ApplicationForm,
} from '@coopline/contract/service/service-applications/service-applications.contract'
import {
  type ApplicationLimits,
  checkApplicationStep,
} from '@coopline/rules/service/service-applications/check-application'
import { Card } from '@coopline/ui/card'
import { Steps } from '@coopline/ui/steps'
import { useState } from 'react'
import { useReplaceQuery } from '../../../portal/page/page-address.ts'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useSend } from '../../../portal/call/use-send.ts'
import { ApplicationStatus } from './application-status.tsx'
import { ContactStep } from './contact.step.tsx'
import { DocumentsStep } from './documents.step.tsx'
import { ReviewStep } from './review.step.tsx'
import { type Saved, SavedLink } from './saved-link.tsx'
import { ServiceStep } from './service.step.tsx'
import { useDocuments } from './use-documents.ts'

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
