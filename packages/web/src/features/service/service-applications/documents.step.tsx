import { documentTypes } from '@coopline/rules/service/service-applications/check-document'
import { applicationText } from '@coopline/rules/service/service-applications/service-applications.messages'
import { Button } from '@coopline/ui/button'
import { FileField } from '@coopline/ui/file-field'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { type ChangeEvent, useRef } from 'react'
import { byteSize } from '../../../portal/text/byte-size.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import styles from './service-applications.module.css'
import type { StepProps } from './step.form.tsx'
import type { Documents } from './use-documents.ts'

interface DocumentsStepProps
  extends Pick<StepProps, 'start' | 'takesFocus' | 'busy' | 'error' | 'onContinue' | 'onSave' | 'onBack'> {
  readonly documents: Documents
}

/** Step 3, optional: documents for the office, such as an ID, a lease or a deed. */
export function DocumentsStep({ documents, start, takesFocus, busy, error, ...on }: DocumentsStepProps) {
  const text = useText('serviceApplications')
  const { language } = useLanguage()
  const field = useRef<HTMLInputElement>(null)
  const { list, most, attaching, latest, refusal, failure } = documents
  const isExpired = failure instanceof CallFailed && failure.status === 401
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file !== undefined && attaching === null) documents.attach(file)
    // Choosing the same file again is a change too, and a file that is not sent must not look chosen.
    target.value = ''
  }
  return (
    <Stack gap="large">
      <StepHeading takesFocus={takesFocus}>{text.documents.heading}</StepHeading>
      <p>{text.documents.lead}</p>
      <FailureAlert error={error} focusOnMount />
      <FailureAlert error={failure} title={isExpired ? applicationText('link-not-good', language) : undefined} />
      <FileField
        ref={field}
        name="document"
        accept={documentTypes.join(',')}
        label={text.documents.choose}
        hint={text.documents.hint(most)}
        optionalText={text.contact.optional}
        error={refusal}
        onChange={choose}
      />
      <VisuallyHidden live="assertive">{refusal}</VisuallyHidden>
      <p aria-live="polite" className={styles.comments}>
        {attaching !== null && text.documents.attaching(attaching)}
        {attaching === null && latest !== null && text.documents[latest.what](latest.name)}
      </p>
      {list.length > 0 && (
        <ul className={styles.documents} aria-label={text.documents.list}>
          {list.map((document) => (
            <li key={document.id}>
              <span className={styles.comments}>{document.name}</span>
              <span className={styles.size}>{byteSize(document.bytes, language)}</span>
              <Button
                variant="quiet"
                busy={documents.removing === document.id}
                busyLabel={text.documents.removing}
                onClick={() => documents.remove(document, () => field.current?.focus())}
              >
                {text.documents.remove} <VisuallyHidden>{document.name}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Stack row>
        <Button
          busy={busy || attaching !== null}
          busyLabel={attaching === null ? text.saving : text.documents.waiting}
          onClick={() => on.onContinue(start)}
        >
          {text.continue}
        </Button>
        <Button variant="secondary" onClick={() => on.onBack(start)}>
          {text.back}
        </Button>
        <Button variant="quiet" onClick={() => on.onSave(start)}>
          {text.saveForLater}
        </Button>
      </Stack>
    </Stack>
  )
}
