import type {
  Delinquent,
  delinquentHistory,
} from '@coopline/contract/accounts/delinquent-history/delinquent-history.contract'
import { delinquentMessage } from '@coopline/rules/accounts/delinquent-history/delinquent-history.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { dotNetTicks } from '@coopline/rules/kernel/dot-net-ticks'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Pager } from '@coopline/ui/pager'
import type { TableSort } from '@coopline/ui/sort-button'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { type ReactNode, useState } from 'react'
import { DocumentDialog } from '../../../portal/document-viewer/document.dialog.tsx'
import { documentFromBase64 } from '../../../portal/document-viewer/document-file.ts'
import { memberCall } from '../../../portal/call/member-call.ts'
import { useTableWords } from '../../../portal/text/table-words.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useTablePage } from '../../../portal/page/use-table-page.ts'

/** The sort key of a row: numbers by size, days by time; rows without a cutoff date sort before those with one. */
const valueOf = (row: Delinquent, key: string): number | string => {
  if (key === 'pastDue') return row.pastDue
  if (key === 'lateFee') return row.lateFee
  if (key === 'cutoffDate') return row.cutoffDate ?? ''
  return row.billDate
}

/** Sorts rows by a column; the sort is stable. */
const sortDelinquents = (rows: readonly Delinquent[], { key, descending }: TableSort): readonly Delinquent[] =>
  [...rows].sort((a, b) => {
    const [left, right] = [valueOf(a, key), valueOf(b, key)]
    const order = left < right ? -1 : Number(left > right)
    return descending ? -order : order
  })

const pdfLine = 'POST /v3/members/{memberNumber}/delinquents/pdf' satisfies (typeof delinquentHistory)['pdf']['call']

const pageSizes = { sizes: [5, 10, 25, 100], usual: 10 }

interface DelinquentTableProps {
  readonly memberNumber: string
  readonly rows: readonly Delinquent[]
}

/** Late bills in the order of any column, page by page, each with what was sent about it. */
export function DelinquentTable({ memberNumber, rows }: DelinquentTableProps) {
  const text = useText('delinquentHistory')
  const { pager, sortBy } = useTableWords()
  const [opened, setOpened] = useState<Delinquent | null>(null)
  const [sort, setSort] = useState<TableSort>({ key: 'billDate', descending: true })
  const columns: readonly TableColumn<Delinquent>[] = [
    {
      key: 'billDate',
      header: text.billDate,
      rowHeader: true,
      sortable: true,
      cell: (row) => formatUsDate(row.billDate),
    },
    { key: 'pastDue', header: text.pastDue, align: 'end', sortable: true, cell: (row) => formatUsd(row.pastDue) },
    { key: 'lateFee', header: text.lateFee, align: 'end', sortable: true, cell: (row) => formatUsd(row.lateFee) },
    {
      key: 'cutoffDate',
      header: text.cutoffDate,
      sortable: true,
      cell: ({ cutoffDate }) => (cutoffDate === null ? '' : formatUsDate(cutoffDate)),
    },
    { key: 'view', header: text.document, cell: viewButton(text, setOpened) },
  ]
  const shown = useTablePage(sortDelinquents(rows, sort), `${sort.key} ${sort.descending}`, pageSizes)
  return (
    <Card>
      <Stack>
        <DataTable
          caption={text.heading}
          captionHidden
          columns={columns}
          rows={shown.rows}
          rowKey={(row) => row.billDate}
          sorting={{
            sort,
            label: sortBy,
            onSort: setSort,
          }}
          empty={text.empty}
        />
        <Pager {...shown.pager} words={pager} />
        {opened !== null && <Document memberNumber={memberNumber} row={opened} onClose={() => setOpened(null)} />}
      </Stack>
    </Card>
  )
}

const viewButton =
  (text: TextsOf<'delinquentHistory'>, open: (row: Delinquent) => void) =>
  (row: Delinquent): ReactNode =>
    row.delinquentViewUrl === '' ? (
      ''
    ) : (
      <Button variant="quiet" onClick={() => open(row)}>
        {text.view}
        <VisuallyHidden>{text.ofDay(formatUsDate(row.billDate))}</VisuallyHidden>
      </Button>
    )

interface DocumentProps {
  readonly memberNumber: string
  readonly row: Delinquent
  readonly onClose: () => void
}

function Document({ memberNumber, row, onClose }: DocumentProps) {
  const text = useText('delinquentHistory')
  const { language } = useLanguage()
  const { delinquentViewUrl, delinquentProcessedDate } = row
  const load = async () => {
    const answer = await memberCall(pdfLine, {
      params: { memberNumber },
      body: { delinquentViewUrl, delinquentProcessedDate, timeTick: dotNetTicks(new Date()) },
    })
    return documentFromBase64(answer.fileName, answer.delinquentViewUrlFileBytes)
  }
  return (
    <DocumentDialog
      title={text.billOf(formatUsDate(row.billDate))}
      load={load}
      notFound={delinquentMessage('file-missing', language)}
      onClose={onClose}
    />
  )
}
