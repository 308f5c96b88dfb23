import type { AnswerOf } from '@coopline/contract/endpoint'
import type { capitalCredits } from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import { accountOverviewMessage } from '@coopline/rules/accounts/account-overview/account-overview.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Facts } from '@coopline/ui/facts'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { DocumentDialog } from '../../../portal/document-viewer/document.dialog.tsx'
import { loadCapitalCreditDocument } from '../../../portal/document-viewer/load-capital-credit.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'

type List = (typeof capitalCredits)['list']
type Credits = AnswerOf<List>
type Year = Credits['results'][number]
type Notice = Year['notices'][number]

const creditsLine = 'GET /v3/members/{memberNumber}/capital-credits' satisfies List['call']

/** The member's capital credits: what was allocated and paid out by year, with the notices (flag CapitalCredits). */
export function CapitalCreditsPage() {
  const { page: text } = useText('capitalCredits')
  const { member } = useSession()
  return (
    <RequireFeature when={hasFeature(useSite(), 'CapitalCredits')}>
      <Stack gap="large">
        <PageHeading title={text.heading} lead={text.lead} />
        {member !== null && <OwnCredits memberNumber={member.memberNumber} />}
      </Stack>
    </RequireFeature>
  )
}

/** A notice, and what names it after its handle has expired. */
interface OpenNotice {
  readonly year: number
  readonly place: number
  readonly notice: Notice
}

function OwnCredits({ memberNumber }: { readonly memberNumber: string }) {
  const { page: text } = useText('capitalCredits')
  const { language } = useLanguage()
  const [shown, setShown] = useState<OpenNotice | null>(null)
  const query = useMemberRead(creditsLine, { params: { memberNumber } })
  const reload = async ({ year, place }: OpenNotice) =>
    (await query.refetch()).data?.results.find((one) => one.year === year)?.notices[place]?.viewUrl
  return (
    <Loaded query={query} loading={text.loading} height="20rem">
      {(credits) => (
        <>
          {credits.results.length > 0 && <Sums credits={credits} />}
          <Card>
            <Years years={credits.results} onShow={setShown} />
          </Card>
          {shown !== null && (
            <DocumentDialog
              title={nameOf(text, shown.notice)}
              load={() => loadCapitalCreditDocument(memberNumber, shown.notice.viewUrl, () => reload(shown))}
              notFound={accountOverviewMessage('capital-credit-file-missing', language)}
              onClose={() => setShown(null)}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function Sums({ credits }: { readonly credits: Credits }) {
  const { page: text } = useText('capitalCredits')
  return (
    <Card title={text.sums}>
      <Facts
        facts={[
          { label: text.allocated, value: formatUsd(credits.allocated) },
          { label: text.retired, value: formatUsd(credits.retired) },
          { label: text.remaining, value: formatUsd(credits.remaining), note: text.remainingNote, total: true },
        ]}
      />
    </Card>
  )
}

interface YearsProps {
  readonly years: readonly Year[]
  readonly onShow: (shown: OpenNotice) => void
}

function Years({ years, onShow }: YearsProps) {
  const { page: text } = useText('capitalCredits')
  return (
    <DataTable
      caption={text.heading}
      captionHidden
      columns={columnsOf(text, onShow)}
      rows={years}
      rowKey={({ year }) => year}
      empty={text.empty}
    />
  )
}

const columnsOf = (
  text: TextsOf<'capitalCredits'>['page'],
  onShow: YearsProps['onShow'],
): readonly TableColumn<Year>[] => [
  { key: 'year', header: text.year, rowHeader: true, cell: ({ year }) => String(year) },
  { key: 'allocated', header: text.allocated, align: 'end', cell: ({ allocated }) => formatUsd(allocated) },
  { key: 'retired', header: text.retired, align: 'end', cell: ({ retired }) => formatUsd(retired) },
  { key: 'notices', header: text.notices, cell: (year) => <Notices of={year} onShow={onShow} /> },
]

interface NoticesProps {
  readonly of: Year
  readonly onShow: (shown: OpenNotice) => void
}

/** The notices of a year, each a button that opens its PDF. */
function Notices({ of: { year, notices }, onShow }: NoticesProps) {
  const { page: text } = useText('capitalCredits')
  if (notices.length === 0) return text.noNotice
  return notices.map((notice, place) => (
    <div key={notice.viewUrl}>
      <Button
        variant="quiet"
        onClick={() => onShow({ year, place, notice })}
        aria-label={text.openOf(nameOf(text, notice), year)}
      >
        {nameOf(text, notice)}
      </Button>
    </div>
  ))
}

/** The name of a notice: its kind and day. */
const nameOf = (
  { kinds }: { readonly kinds: Readonly<Record<Notice['kind'], (day: string) => string>> },
  { kind, postedOn }: Notice,
): string => kinds[kind](formatUsDate(postedOn))
