import {
  isEmailHeaderLocked,
  isEmailLocked,
  isOnForAll,
  type PaperlessOption,
  withOption,
  withOptionForAll,
} from '@coopline/rules/paperless/paperless-choices'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { useText } from '../../portal/text.tsx'
import { AccountName } from './account-name.tsx'
import styles from './my-profile.module.css'
import type { PaperlessRow } from './typed-profile.ts'

interface PaperlessTableProps {
  readonly rows: readonly PaperlessRow[]
  readonly onChange: (rows: readonly PaperlessRow[]) => void
}

type Line = { readonly kind: 'all' } | { readonly kind: 'account'; readonly row: PaperlessRow }

const options = ['isEmail', 'isPaperless', 'isPaperlessOther'] as const satisfies readonly PaperlessOption[]

/** The accounts with what each gets on paper; the first line is the boxes for all of them (spec 001 §4). */
export function PaperlessTable({ rows, onChange }: PaperlessTableProps) {
  const { accounts: text, none } = useText('myProfile').paperless
  const setRow = (changed: PaperlessRow) =>
    onChange(rows.map((row) => (row.accountNumber === changed.accountNumber ? changed : row)))

  const box = (line: Line, option: PaperlessOption) => {
    const isAll = line.kind === 'all'
    const isLocked = option === 'isEmail' && (isAll ? isEmailHeaderLocked(rows) : isEmailLocked(line.row))
    const whose = isAll ? text.all : text.ofAccount(line.row.accountNumber)
    return (
      <CheckboxField
        name={isAll ? `all.${option}` : `${line.row.accountNumber}.${option}`}
        label={<VisuallyHidden>{`${text.columns[option]}, ${whose}`}</VisuallyHidden>}
        checked={isAll ? isOnForAll(rows, option) : line.row[option]}
        disabled={isLocked}
        title={isLocked ? text.locked : undefined}
        onChange={({ target: { checked } }) =>
          isAll ? onChange(withOptionForAll(rows, option, checked)) : setRow(withOption(line.row, option, checked))
        }
      />
    )
  }
  const columns: readonly TableColumn<Line>[] = [
    {
      key: 'account',
      header: text.columns.account,
      rowHeader: true,
      cell: (line) => (line.kind === 'all' ? <strong>{text.all}</strong> : <AccountName {...line.row} />),
    },
    ...options.map((option) => ({
      key: option,
      header: text.columns[option],
      cell: (line: Line) => box(line, option),
    })),
  ]
  const lines: readonly Line[] =
    rows.length === 0 ? [] : [{ kind: 'all' }, ...rows.map((row) => ({ kind: 'account', row }) as const)]
  return (
    <Stack>
      {rows.some(isEmailLocked) && <p className={styles.note}>{text.locked}</p>}
      <DataTable
        caption={text.title}
        captionHidden
        columns={columns}
        rows={lines}
        rowKey={(line) => (line.kind === 'all' ? 'all' : line.row.accountNumber)}
        empty={none}
      />
    </Stack>
  )
}
