import { useState } from 'react'
import { Card } from '../src/card.tsx'
import { DataTable, type TableColumn } from '../src/data-table.tsx'
import { Facts } from '../src/facts.tsx'
import { Pager, type PagerWords } from '../src/pager.tsx'
import { SortButton, type TableSort } from '../src/sort-button.tsx'
import { ignore, type Specimens } from './specimens.ts'

interface Bill {
  readonly date: string
  readonly kind: string
  readonly amount: string
}

const bills: readonly Bill[] = [
  { date: '11/15/2026', kind: 'Electric', amount: '$142.37' },
  { date: '10/16/2026', kind: 'Electric and dusk-to-dawn light at the machine shed', amount: '$1,284.07' },
]

const columns: readonly TableColumn<Bill>[] = [
  { key: 'date', header: 'Date', cell: ({ date }) => date, rowHeader: true, sortable: true },
  { key: 'kind', header: 'Service', cell: ({ kind }) => kind, sortable: true },
  { key: 'amount', header: 'Amount', cell: ({ amount }) => amount, align: 'end' },
]

const columnsInSpanish: readonly TableColumn<Bill>[] = [
  { key: 'date', header: 'Fecha', cell: ({ date }) => date, rowHeader: true },
  { key: 'amount', header: 'Monto', cell: ({ amount }) => amount, align: 'end' },
]

const table = { columns, rows: bills, rowKey: ({ date }: Bill) => date, empty: 'No bills yet.' }

function SortedTable() {
  const [sort, onSort] = useState<TableSort>({ key: 'date', descending: true })
  const rows = bills.toSorted((one, other) => {
    const order = sort.key === 'date' ? one.date.localeCompare(other.date) : one.kind.localeCompare(other.kind)
    return sort.descending ? -order : order
  })
  return <DataTable {...table} caption="Bills in an order" rows={rows} sorting={{ sort, onSort, label: 'Sort by' }} />
}

const words: PagerWords = {
  label: 'Pages of bills',
  previous: 'Previous page',
  next: 'Next page',
  page: (page) => `Page ${page}`,
  shown: (first, last, total) => `${first}–${last} of ${total}`,
  size: 'Rows per page',
}

const wordsInSpanish: PagerWords = {
  label: 'Páginas de facturas',
  previous: 'Página anterior',
  next: 'Página siguiente',
  page: (page) => `Página ${page}`,
  shown: (first, last, total) => `${first}–${last} de ${total}`,
  size: 'Filas por página',
}

function TurnedPager({ total, words: said }: { readonly total: number; readonly words: PagerWords }) {
  const [page, onPage] = useState(1)
  const [pageSize, onSize] = useState(10)
  return <Pager {...{ page, pageSize, total, onPage, onSize }} sizes={[10, 25, 50]} words={said} />
}

export const data: Specimens = {
  'data-table': {
    idle: <DataTable {...table} caption="Bills" />,
    sorted: <SortedTable />,
    'rows that lead on': (
      <Card>
        <DataTable {...table} caption="Bills to open" rowHref={() => '#data-table'} />
      </Card>
    ),
    busy: <DataTable {...table} caption="Bills being loaded" busy />,
    empty: (
      <DataTable {...table} caption="No bills" rows={[]} empty="Your bills appear here after the first reading." />
    ),
    Spanish: <DataTable {...table} caption="Facturas" columns={columnsInSpanish} />,
  },
  facts: {
    idle: (
      <Facts
        facts={[
          { label: 'Balance', value: '$142.37' },
          { label: 'Convenience fee', value: '$3.56', note: 'Charged by the payment provider' },
          { label: 'Total', value: '$145.93', total: true },
        ]}
      />
    ),
    'long text': (
      <Facts
        facts={[
          { label: 'Service address', value: '12458 County Highway West Double N, Apartment 204, Osseo, WI 54758' },
          { label: 'Email', value: 'maximiliana.featherstonehaugh@prairie-ridge-electric.example' },
        ]}
      />
    ),
    Spanish: <Facts facts={[{ label: 'Saldo', value: '$142.37', note: 'Vence el 6 de diciembre' }]} />,
  },
  pager: {
    'many pages': <TurnedPager total={143} words={words} />,
    'one page': <TurnedPager total={7} words={words} />,
    Spanish: <TurnedPager total={60} words={{ ...wordsInSpanish }} />,
  },
  'sort-button': {
    'not sorted': (
      <SortButton columnKey="date" sorting={{ sort: undefined, onSort: ignore, label: 'Sort by' }}>
        Date
      </SortButton>
    ),
    ascending: (
      <SortButton
        columnKey="date"
        sorting={{ sort: { key: 'date', descending: false }, onSort: ignore, label: 'Sort by' }}
      >
        Due date
      </SortButton>
    ),
    'Spanish, descending': (
      <SortButton
        columnKey="date"
        sorting={{ sort: { key: 'date', descending: true }, onSort: ignore, label: 'Ordenar' }}
      >
        Fecha
      </SortButton>
    ),
  },
}
