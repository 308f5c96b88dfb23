import type { OutageSummary, Territory } from '@coopline/contract/service/outage/public-outages.contract'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { useText } from '../../../portal/text/text.tsx'
import { useAreaNames } from './area-names.ts'

interface AreaTableProps {
  readonly summary: OutageSummary
  readonly territory: Territory | undefined
}

/** Outages and affected customers by area. */
export function AreaTable({ summary, territory }: AreaTableProps) {
  const { everyone: text } = useText('outage')
  const nameOf = useAreaNames(territory)
  const columns: readonly TableColumn<OutageSummary['areas'][number]>[] = [
    { key: 'area', header: text.area, rowHeader: true, cell: ({ id }) => nameOf(id) ?? text.elsewhere },
    { key: 'outages', header: text.outages, align: 'end', cell: ({ incidentCount }) => incidentCount },
    {
      key: 'customers',
      header: text.customers,
      align: 'end',
      cell: ({ customers }) => customers?.toLocaleString('en-US') ?? text.fewerThanFive,
    },
  ]
  return (
    <DataTable
      caption={text.areas}
      captionHidden
      columns={columns}
      rows={summary.areas}
      rowKey={({ id }) => id}
      empty={text.none}
    />
  )
}
