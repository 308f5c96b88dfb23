import type { AnswerOf } from '@coopline/contract/endpoint'
import type { meterReadings, SentMeterReading } from '@coopline/contract/usage/meter-readings/meter-readings.contract'
import { unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatReading } from '@coopline/rules/usage/meter-readings/meter-readings.messages'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Pager } from '@coopline/ui/pager'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { AccountPage } from '../../../portal/page/account-page.tsx'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { saveFile } from '../../../portal/form/save-file.ts'
import { useTableWords } from '../../../portal/text/table-words.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useTablePage } from '../../../portal/page/use-table-page.ts'
import { useSuccess } from '../../../portal/form/use-success.tsx'
import { MeterReadingForm } from './meter-reading.form.tsx'

type Lines = typeof meterReadings
const listLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}/meter-readings' satisfies Lines['list']['call']
const photoLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}/meter-readings/{readingId}/photo' satisfies Lines['photo']['call']
type ReadingAccount = AnswerOf<Lines['list']>

const height = '24rem'

/** The member's own reading of a meter (AO-29, REQ-D-086). */
export function MeterReadingPage() {
  const { heading } = useText('meterReadings')
  return (
    <AccountPage title={heading} height={height}>
      {({ accountNumber }, memberNumber) => <ReadingsOf key={accountNumber} params={{ memberNumber, accountNumber }} />}
    </AccountPage>
  )
}

interface ReadingsProps {
  readonly params: { readonly memberNumber: string; readonly accountNumber: string }
}

function ReadingsOf({ params }: ReadingsProps) {
  const text = useText('meterReadings')
  const query = useMemberRead(listLine, { params })
  const { success, succeedWith, clearSuccess } = useSuccess()
  return (
    <Stack gap="large">
      {success}
      <Loaded query={query} loading={text.loading} height={height}>
        {(account) => (
          <>
            {account.isCollected && account.meters.length > 0 ? (
              <Card title={text.form.title}>
                <MeterReadingForm
                  params={params}
                  meters={account.meters}
                  today={account.today}
                  onStart={clearSuccess}
                  onDone={(message) => {
                    succeedWith(message)
                    void query.refetch()
                  }}
                />
              </Card>
            ) : (
              <Alert tone="info" title={account.isCollected ? text.noMeters : text.notCollected} />
            )}
            {(account.isCollected || account.readings.length > 0) && <SentReadings params={params} account={account} />}
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function SentReadings({ params, account }: ReadingsProps & { readonly account: ReadingAccount }) {
  const { list: text } = useText('meterReadings')
  const { pager } = useTableWords()
  const page = useTablePage(account.readings, '')
  const { language } = useLanguage()
  const unitOf = (meter: string) =>
    unitWords(account.meters.find(({ meterNumber }) => meterNumber === meter)?.unit ?? '', language)
  const columns: readonly TableColumn<SentMeterReading>[] = [
    { key: 'readOn', header: text.date, rowHeader: true, cell: ({ readOn }) => formatUsDate(readOn) },
    { key: 'meterNumber', header: text.meter, cell: ({ meterNumber }) => meterNumber },
    {
      key: 'reading',
      header: text.reading,
      align: 'end',
      cell: ({ reading, meterNumber }) => `${formatReading(reading)} ${unitOf(meterNumber)}`.trimEnd(),
    },
  ]
  const photos: readonly TableColumn<SentMeterReading>[] = [
    {
      key: 'photo',
      header: text.photo,
      cell: (reading) => photoOf(params, reading),
    },
  ]
  const hasPhotos = account.readings.some(({ hasPhoto }) => hasPhoto)
  return (
    <Card title={text.title}>
      <Stack>
        <DataTable
          caption={text.title}
          captionHidden
          columns={hasPhotos ? [...columns, ...photos] : columns}
          rows={page.rows}
          rowKey={({ id }) => String(id)}
          empty={text.empty}
        />
        <Pager {...page.pager} words={pager} />
      </Stack>
    </Card>
  )
}

const photoOf = (params: ReadingsProps['params'], { id, readOn, hasPhoto }: SentMeterReading) =>
  hasPhoto && <PhotoDownload params={{ ...params, readingId: String(id) }} day={formatUsDate(readOn)} />

interface PhotoProps {
  readonly params: ReadingsProps['params'] & { readonly readingId: string }
  /** Day of the reading. */
  readonly day: string
}

function PhotoDownload({ params, day }: PhotoProps) {
  const { list: text } = useText('meterReadings')
  const download = useMemberSend(photoLine, { onSuccess: ({ fileName, content }) => saveFile(fileName, content) })
  return (
    <>
      <Button variant="quiet" busy={download.isPending} onClick={() => download.mutate({ params })}>
        {text.download}
        <VisuallyHidden> {text.photoOf(day)}</VisuallyHidden>
      </Button>
      <FailureAlert error={download.error} />
    </>
  )
}
