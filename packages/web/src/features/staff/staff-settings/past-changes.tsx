import type {
  PastChange,
  SettingDetail,
  WantedValue,
} from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import type { ReactNode } from 'react'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { type SettingLabels, useValueWords } from './setting-labels.ts'
import styles from './staff-settings.module.css'

interface PastChangesProps {
  readonly history: readonly PastChange[]
  readonly settings: readonly SettingDetail[]
  readonly labels: SettingLabels
  readonly onPutBack: (change: WantedValue) => void
}

/** Lists past changes of settings with author, time, values and reason. The value before each change can be restored. */
export function PastChanges({ history, settings, labels, onPutBack }: PastChangesProps) {
  const { history: text } = useText('staffSettings')
  const { language } = useLanguage()
  const words = useValueWords(settings)
  const versions = new Map<string, number>(settings.map(({ name, version }) => [name, version]))
  const putBackCell = buttonCell(
    text.putBack,
    ({ name, before }) => text.putBackName(words(name, before).slice(0, 60)),
    ({ id, name }) => onPutBack({ name, version: versions.get(name) ?? 0, putBack: id }),
  )
  const value = (name: string, written: string | null) => <span className={styles.value}>{words(name, written)}</span>
  const ofWhich: readonly TableColumn<PastChange>[] =
    settings.length === 1 ? [] : [{ key: 'setting', header: text.setting, cell: ({ name }) => labels[name] ?? name }]
  return (
    <Card title={text.title}>
      <DataTable
        caption={text.title}
        captionHidden
        columns={[
          { key: 'when', header: text.when, rowHeader: true, cell: ({ at }) => formatInstant(at, language) },
          ...ofWhich,
          { key: 'before', header: text.before, cell: ({ name, before }) => value(name, before) },
          { key: 'after', header: text.after, cell: ({ name, after }) => value(name, after) },
          { key: 'by', header: text.by, cell: ({ by }) => by },
          { key: 'reason', header: text.reason, cell: ({ reason }) => (reason === '' ? text.noReason : reason) },
          {
            key: 'action',
            header: text.action,
            align: 'end',
            cell: putBackCell,
          },
        ]}
        rows={history}
        rowKey={({ id }) => id}
        empty={text.none}
      />
    </Card>
  )
}

const buttonCell =
  (label: string, nameOf: (change: PastChange) => string, onPress: (change: PastChange) => void) =>
  (change: PastChange): ReactNode => (
    <Button variant="quiet" aria-label={nameOf(change)} onClick={() => onPress(change)}>
      {label}
    </Button>
  )
