import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { paths } from '@coopline/contract/paths'
import type {
  staffApplications,
  ViewedApplication,
} from '@coopline/contract/service/service-applications/staff-applications.contract'
import { formatZip } from '@coopline/rules/accounts/account-profile/zip'
import { formatUsDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { formatPhoneText, parseUsPhone } from '@coopline/rules/kernel/phone'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { byteSize } from '../../../portal/text/byte-size.ts'
import { FactList } from '../../../portal/page/fact-list.tsx'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { saveFile } from '../../../portal/form/save-file.ts'
import { useStaffRead, useStaffSend } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import styles from './service-applications.module.css'

const viewLine = 'GET /v3/staff/applications/{referenceNumber}' satisfies (typeof staffApplications)['view']['call']
const downloadLine =
  'GET /v3/staff/applications/{referenceNumber}/documents/{documentId}' satisfies (typeof staffApplications)['download']['call']

/** A submitted application for service with its documents. */
export function StaffApplicationPage() {
  const { view: text } = useText('staffApplications')
  const referenceNumber = usePageQuery().get('number') ?? ''
  return (
    <StaffPage title={text.title} roles={staffRights.applications}>
      <p>
        <a href={paths.staffApplications()}>{text.back}</a>
      </p>
      {referenceNumber === '' ? (
        <Alert tone="info" title={text.noNumber} />
      ) : (
        <Application referenceNumber={referenceNumber} />
      )}
    </StaffPage>
  )
}

function Application({ referenceNumber }: { readonly referenceNumber: string }) {
  const { view: text } = useText('staffApplications')
  const query = useStaffRead(viewLine, { params: { referenceNumber } })
  return (
    <Loaded query={query} loading={text.loading} height="40rem">
      {(viewed) => (
        <>
          <Submitted viewed={viewed} />
          <Documents viewed={viewed} />
        </>
      )}
    </Loaded>
  )
}

interface ViewedProps {
  readonly viewed: ViewedApplication
}

function Submitted({ viewed }: ViewedProps) {
  const { view: text, list } = useText('staffApplications')
  const { contact, service, review, status } = useText('serviceApplications')
  const { language } = useLanguage()
  const { application: form } = viewed
  const street = [form.streetNumber, form.streetName, form.streetType, form.unit]
    .filter((part) => part !== '')
    .join(' ')
  const day = parseCalendarDate(form.startDate)
  const preferences: Readonly<Record<string, string>> = contact.preferences
  const written = (value: string) => <span className={styles.comments}>{value.trim() || text.none}</span>
  return (
    <Card title={viewed.referenceNumber}>
      <FactList
        facts={[
          [review.name, written(viewed.name)],
          [contact.businessName, written(form.businessName)],
          [contact.accountType, written(viewed.accountType)],
          [contact.phone, parseUsPhone(form.phone) === null ? written(form.phone) : formatPhoneText(form.phone)],
          [contact.email, written(form.email)],
          [contact.contactPref, preferences[form.contactPref] ?? written(form.contactPref)],
          [review.address, written(`${street}, ${form.city}, ${form.state} ${formatZip(form.zip)}`)],
          [service.startDate, day === null ? text.none : formatUsDate(day)],
          [service.comments, written(form.comments)],
          [text.language, text.languages[viewed.language]],
          [list.submitted, formatInstant(viewed.submittedAt, language)],
          [status.status, viewed.status === '' ? text.received : written(viewed.status)],
        ]}
      />
    </Card>
  )
}

function Documents({ viewed: { referenceNumber, documents } }: ViewedProps) {
  const { view: text } = useText('staffApplications')
  const { language } = useLanguage()
  const download = useStaffSend(downloadLine)
  const downloading = download.isPending ? download.variables.params.documentId : null
  return (
    <Card title={text.documents}>
      {documents.length === 0 ? (
        <p>{text.noDocuments}</p>
      ) : (
        <Stack>
          <p>{text.documentsMore}</p>
          <FailureAlert error={download.error} />
          <ul className={styles.documents} aria-label={text.documents}>
            {documents.map(({ id, name, bytes }) => (
              <li key={id}>
                <span className={styles.comments}>{name}</span>
                <span className={styles.size}>{byteSize(bytes, language)}</span>
                <Button
                  variant="secondary"
                  busy={downloading === id}
                  busyLabel={text.downloading}
                  onClick={() =>
                    download.mutate(
                      { params: { referenceNumber, documentId: id } },
                      { onSuccess: ({ content }) => saveFile(name, content) },
                    )
                  }
                >
                  {text.download} <VisuallyHidden>{name}</VisuallyHidden>
                </Button>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Card>
  )
}
