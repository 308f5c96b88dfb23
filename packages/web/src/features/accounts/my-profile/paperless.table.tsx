import {
  isEmailHeaderLocked,
  isEmailLocked,
  isOnForAll,
  type PaperlessOption,
  withOption,
  withOptionForAll,
} from '@coopline/rules/accounts/paperless/paperless-choices'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'
import { AccountName } from './account-name.tsx'
import styles from './my-profile.module.css'
import type { PaperlessRow } from './typed-profile.ts'

interface PaperlessTableProps {
  readonly rows: readonly PaperlessRow[]
  readonly onChange: (rows: readonly PaperlessRow[]) => void
}

/** An account, or `null` for the boxes for all of them. */
type Line = PaperlessRow | null

const options = ['isEmail', 'isPaperless', 'isPaperlessOther'] as const satisfies readonly PaperlessOption[]

/** The accounts with what each gets on paper; the first line is the boxes for all of them (MP-45, MP-52). */
export function PaperlessTable({ rows, onChange }: PaperlessTableProps) {
  const { accounts: text, none } = useText('myProfile').paperless
  return (
    <Stack>
      {rows.some(isEmailLocked) && <p className={styles.note}>{text.locked}</p>}
      <DataTable
        caption={text.title}
        captionHidden
        columns={columnsOf(text, { rows, onChange })}
        rows={rows.length === 0 ? [] : [null, ...rows]}
        rowKey={(line) => line?.accountNumber ?? 'all'}
        empty={none}
      />
    </Stack>
  )
}

interface Words {
  readonly all: string
  readonly columns: Readonly<Record<PaperlessOption | 'account', string>>
}

const columnsOf = (text: Words, table: PaperlessTableProps): readonly TableColumn<Line>[] => [
  {
    key: 'account',
    header: text.columns.account,
    rowHeader: true,
    cell: (line) => (line === null ? <strong>{text.all}</strong> : <AccountName {...line} />),
  },
  ...options.map((option) => ({
    key: option,
    header: text.columns[option],
    cell: (line: Line) =>
      line === null ? <BoxForAll option={option} {...table} /> : <BoxOfAccount option={option} row={line} {...table} />,
  })),
]

interface BoxProps extends PaperlessTableProps {
  readonly option: PaperlessOption
}

function BoxForAll({ option, rows, onChange }: BoxProps) {
  const { accounts: text } = useText('myProfile').paperless
  const isLocked = option === 'isEmail' && isEmailHeaderLocked(rows)
  return (
    <CheckboxField
      name={`all.${option}`}
      label={`${text.columns[option]}, ${text.all}`}
      labelHidden
      checked={isOnForAll(rows, option)}
      disabled={isLocked}
      title={isLocked ? text.locked : undefined}
      onChange={({ target: { checked } }) => onChange(withOptionForAll(rows, option, checked))}
    />
  )
}

function BoxOfAccount({ option, row, rows, onChange }: BoxProps & { readonly row: PaperlessRow }) {
  const { accounts: text } = useText('myProfile').paperless
  const isLocked = option === 'isEmail' && isEmailLocked(row)
  return (
    <CheckboxField
      name={`${row.accountNumber}.${option}`}
      label={`${text.columns[option]}, ${text.ofAccount(row.accountNumber)}`}
      labelHidden
      checked={row[option]}
      disabled={isLocked}
      title={isLocked ? text.locked : undefined}
      onChange={({ target: { checked } }) =>
        onChange(rows.map((one) => (one === row ? withOption(row, option, checked) : one)))
      }
    />
  )
}
