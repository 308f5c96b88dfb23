import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Pager } from './pager.tsx'

const words = {
  label: 'Pages',
  previous: 'Previous page',
  next: 'Next page',
  page: (page: number) => `Page ${page}`,
  shown: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
  size: 'Rows per page',
}

function show(page: number, total: number, pageSize = 10) {
  const onPage = vi.fn<(page: number) => void>()
  const onSize = vi.fn<(size: number) => void>()
  const sizes = [5, 10, 25, 100]
  render(<Pager {...{ page, pageSize, total, sizes, onPage, onSize, words }} />)
  return { user: userEvent.setup(), onPage, onSize }
}

test('shows nothing when there are no rows', () => {
  show(1, 0)
  expect(screen.queryByText('0–0 of 0')).toBeNull()
})

const button = (name: string) => screen.getByRole('button', { name })

test('says which rows are shown, and marks the page they are on', () => {
  show(2, 57)
  expect(screen.getByText('11–20 of 57')).toBeTruthy()
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
  expect(pages.getAllByRole('button').filter((page) => page.getAttribute('aria-current') === 'page')).toEqual([
    button('Page 2'),
  ])
})

test('the last page ends with the last row', () => {
  show(6, 57)
  expect(screen.getByText('51–57 of 57')).toBeTruthy()
})

test('the keyboard goes to the next page, back, and to one by its number', async () => {
  const { user, onPage } = show(3, 60)
  button('Next page').focus()
  await user.keyboard('{Enter}')
  button('Previous page').focus()
  await user.keyboard(' ')
  await user.click(button('Page 6'))
  expect(onPage.mock.calls).toEqual([[4], [2], [6]])
})

test('on the first page there is nothing before it, and the button stays where the keyboard is', async () => {
  const { user, onPage } = show(1, 60)
  expect(button('Previous page').getAttribute('aria-disabled')).toBe('true')
  await user.click(button('Previous page'))
  expect(onPage).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button('Previous page'))
})

test('another number of rows is chosen from the list', async () => {
  const { user, onSize } = show(1, 60)
  const size = screen.getByRole('combobox', { name: 'Rows per page' })
  expect(
    within(size)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['5', '10', '25', '100'])
  await user.selectOptions(size, '25')
  expect(onSize).toHaveBeenCalledExactlyOnceWith(25)
})

test('few rows have neither pages nor a choice of their number', () => {
  show(1, 4)
  expect(screen.getByText('1–4 of 4')).toBeTruthy()
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
})
