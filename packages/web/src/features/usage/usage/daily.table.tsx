import type { UsagesWeather } from '@coopline/contract/usage/usage/usage.contract'
import { unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useSettings } from '../../../portal/page/use-settings.ts'
import { lines } from './usage-lines.ts'
import type { ViewProps } from './view-props.ts'
import { measured, quantity } from './usage-words.ts'

type ColumnKey = keyof UsagesWeather

const standard: readonly ColumnKey[] = [
  'date',
  'usageValue',
  'status',
  'endReading',
  'lowTemperature',
  'highTemperature',
]

/** The chart's days as a table, with the configured order and columns (US-60, US-61). */
export function DailyTable({ own, account, meterId, searched }: ViewProps) {
  const text = useText('usage')
  const { language } = useLanguage()
  const { from: fromDate, to: toDate } = searched
  const rows = useMemberRead(lines.byMeter, { params: { ...own }, query: { fromDate, toDate } })
  const settings = useSettings({ texts: ['USAGESORTORDER', 'USAGETABLESTRUCTURE'] })
  const { USAGESORTORDER: sortOrder, USAGETABLESTRUCTURE: structure = '' } = settings.data ?? {}
  const columns = columnsOf(structure, account.isPrepaidAccount, text.table, language)
  return (
    <Loaded query={rows} loading={text.loading} height="20rem">
      {({ usagesWeatherByMeterId }) => {
        const found = usagesWeatherByMeterId.find((one) => one.meterId === meterId)?.usagesWeather ?? []
        return settings.isPending ? null : (
          <DataTable
            caption={text.table.caption}
            columns={columns}
            rows={sortOrder === 'ASC' ? found : [...found].reverse()}
            rowKey={({ date }) => date}
            empty={text.table.empty}
          />
        )
      }}
    </Loaded>
  )
}

/** The configured columns in order, without unknown names. The first one is the row header. */
function columnsOf(structure: string, isPrepaid: boolean, text: TextsOf<'usage'>['table'], language: Language) {
  const known = allColumns(text, language)
  const named = structure
    .split(',')
    .flatMap((name) => known.filter(({ key }) => key.toLowerCase() === name.trim().toLowerCase()))
  const usual = known.filter(({ key }) => standard.includes(key) || (key === 'prepaidDailyTotal' && isPrepaid))
  return (named.length > 0 ? named : usual).map((column, index) => ({ ...column, rowHeader: index === 0 }))
}

type Column = TableColumn<UsagesWeather> & { readonly key: ColumnKey }

function allColumns({ columns: header, status }: TextsOf<'usage'>['table'], language: Language): readonly Column[] {
  const number = (key: ColumnKey & ('endReading' | 'lowTemperature' | 'highTemperature')): Column => ({
    key,
    header: header[key],
    align: 'end',
    cell: (row) => (row[key] === null ? '' : quantity(row[key])),
  })
  return [
    { key: 'date', header: header.date, cell: (row) => formatUsDate(row.date) },
    { key: 'meterId', header: header.meterId, cell: (row) => row.meterId },
    {
      key: 'usageValue',
      header: header.usageValue,
      align: 'end',
      cell: (row) => measured(row.usageValue, unitWords(row.unitOfMeasure, language)),
    },
    { key: 'unitOfMeasure', header: header.unitOfMeasure, cell: (row) => unitWords(row.unitOfMeasure, language) },
    { key: 'status', header: header.status, cell: (row) => status[row.status] },
    number('endReading'),
    number('lowTemperature'),
    number('highTemperature'),
    {
      key: 'prepaidDailyTotal',
      header: header.prepaidDailyTotal,
      align: 'end',
      cell: (row) => (row.prepaidDailyTotal === null ? '' : formatUsd(row.prepaidDailyTotal)),
    },
  ]
}
