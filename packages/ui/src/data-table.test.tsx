import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DataTable } from './data-table.tsx'
import type { TableSort } from './sort-button.tsx'

interface Payment {
  readonly id: number
  readonly date: string
  readonly amount: string
}

function show(rows: readonly Payment[]) {
  render(
    <DataTable
      caption="Recent payments"
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { key: 'date', header: 'Date', cell: (row) => row.date, rowHeader: true },
        { key: 'amount', header: 'Amount', cell: (row) => row.amount, align: 'end' },
      ]}
      empty="Payments you make will be listed here."
    />,
  )
}

test('rows have a header, and each value knows its column for the phone', () => {
  show([{ id: 1, date: '01/02/2026', amount: '$12.34' }])
  const table = screen.getByRole('table', { name: 'Recent payments' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Date', 'Amount'])
  expect(within(table).getByRole('rowheader').textContent).toBe('01/02/2026')
  expect(within(table).getByRole('cell').dataset['label']).toBe('Amount')
})

test('without rows it says what would be here', () => {
  show([])
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('Payments you make will be listed here.')).toBeTruthy()
})

const headers = () => screen.getAllByRole('columnheader')
const sorts = () => headers().map((header) => header.getAttribute('aria-sort'))

function showSortable(sort: TableSort | undefined) {
  const onSort = vi.fn<(sort: TableSort) => void>()
  render(
    <DataTable
      caption="Notices"
      rows={[{ id: 1 }]}
      rowKey={(row) => row.id}
      columns={[
        { key: 'date', header: 'Date', cell: () => '01/02/2026', rowHeader: true, sortable: true },
        { key: 'amount', header: 'Amount', cell: () => '$1.00', sortable: true },
        { key: 'file', header: 'Letter', cell: () => 'PDF' },
      ]}
      empty="None."
      sorting={{ sort, onSort, label: 'Sort by' }}
    />,
  )
  return { user: userEvent.setup(), onSort }
}

test('a header that sorts is a button, and only the column in whose order the rows are says so', () => {
  showSortable({ key: 'amount', descending: true })
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Date', 'Amount'])
  expect(sorts()).toEqual([null, 'descending', null])
})

test('the keyboard puts rows in the order of a column, and the other way round when they are in it', async () => {
  const { user, onSort } = showSortable({ key: 'date', descending: false })
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Date' }))
  await user.keyboard('{Enter}')
  await user.tab()
  await user.keyboard(' ')
  expect(onSort.mock.calls).toEqual([[{ key: 'date', descending: true }], [{ key: 'amount', descending: false }]])
})

test('a row that leads somewhere is followed by the link in its row header', () => {
  render(
    <DataTable
      caption="Accounts"
      rows={[{ id: 7 }]}
      rowKey={(row) => row.id}
      columns={[{ key: 'number', header: 'Number', cell: (row) => `No. ${row.id}`, rowHeader: true }]}
      empty="None."
      rowHref={(row) => `/account/${row.id}`}
    />,
  )
  expect(within(screen.getByRole('rowheader')).getByRole('link', { name: 'No. 7' }).getAttribute('href')).toBe(
    '/account/7',
  )
})

test('while other rows are on their way these stay, and the table says that it is busy', () => {
  render(
    <DataTable
      caption="Accounts"
      rows={[{ id: 7 }]}
      rowKey={(row) => row.id}
      columns={[{ key: 'number', header: 'Number', cell: (row) => row.id, rowHeader: true }]}
      empty="None."
      busy
    />,
  )
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(screen.getByText('7')).toBeTruthy()
})
