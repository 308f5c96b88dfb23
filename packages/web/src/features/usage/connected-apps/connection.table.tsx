import type { Connection } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import { Button } from '@coopline/ui/button'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import type { ReactNode } from 'react'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { byteSize } from '../../../portal/text/byte-size.ts'
import styles from './connected-apps.module.css'

interface ConnectionTableProps {
  readonly connections: readonly Connection[]
  readonly onHistory: (connection: Connection) => void
  readonly onEnd: (connection: Connection) => void
}

/** A table of the member's connections, including ended ones. */
export function ConnectionTable({ connections, onHistory, onEnd }: ConnectionTableProps) {
  const { list } = useText('connectedApps')
  const { language } = useLanguage()
  const columns: readonly TableColumn<Connection>[] = [
    {
      key: 'name',
      header: list.name,
      rowHeader: true,
      cell: nameCell(list),
    },
    { key: 'reads', header: list.reads, cell: (one) => readsCell(one, list) },
    { key: 'used', header: list.lastRead, cell: (one) => lastReadCell(one, list, language) },
    { key: 'ends', header: list.ends, cell: (one) => endCell(one, list, language) },
    {
      key: 'actions',
      header: list.actions,
      align: 'end',
      cell: actionsCell({ list, onHistory, onEnd }),
    },
  ]
  return (
    <DataTable
      caption={list.title}
      captionHidden
      columns={columns}
      rows={connections}
      rowKey={({ id }) => id}
      empty={list.empty}
    />
  )
}

type ListTexts = TextsOf<'connectedApps'>['list']

const TwoLines = ({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) => (
  <>
    <div>{first}</div>
    <div className={styles.muted}>{second}</div>
  </>
)

const nameCell =
  (list: ListTexts) =>
  ({ name, kind }: Connection): ReactNode => <TwoLines first={name} second={kind === 'app' ? list.app : list.token} />

interface ActionsCell extends Omit<ConnectionTableProps, 'connections'> {
  readonly list: ListTexts
}

const actionsCell =
  ({ list, onHistory, onEnd }: ActionsCell) =>
  (one: Connection): ReactNode => (
    <div className={styles.actions}>
      <Button variant="quiet" aria-label={list.historyOf(one.name)} onClick={() => onHistory(one)}>
        {list.history}
      </Button>
      {!one.isOver && (
        <Button variant="quiet" aria-label={list.endOf(one.name)} onClick={() => onEnd(one)}>
          {list.end}
        </Button>
      )}
    </div>
  )

function readsCell({ scopes, meters, historyFrom }: Connection, list: ListTexts): ReactNode {
  const words = scopes.map(({ detail, hasCost }) =>
    hasCost ? list.withCost(list.detail[detail]) : list.detail[detail],
  )
  const bounds = `${list.meters(meters.length)} · ${list.since(formatUsDate(historyFrom))}`
  return <TwoLines first={[...new Set(words)].join(', ')} second={bounds} />
}

function lastReadCell({ lastReadAt, reads, bytes }: Connection, list: ListTexts, language: Language): ReactNode {
  if (lastReadAt === null) return list.never
  return <TwoLines first={formatInstant(lastReadAt, language)} second={list.amount(reads, byteSize(bytes, language))} />
}

function endCell({ endsAt, lastDay, isOver, endReason }: Connection, list: ListTexts, language: Language): ReactNode {
  if (!isOver) return formatUsDate(lastDay)
  const when = formatInstant(endsAt, language)
  return <TwoLines first={list.ended(when)} second={endReason === null ? null : list.endedBy[endReason]} />
}
