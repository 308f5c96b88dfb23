import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DataTable } from './data-table.tsx'

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
