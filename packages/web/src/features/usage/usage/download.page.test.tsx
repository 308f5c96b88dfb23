import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aUsageAccount, openUsage, usageLines } from '../../../test-support/usage-answers.ts'

const [csv, greenButton] = [`${usageLines.account}/csv`, usageLines.account.replace(/usage$/u, 'green-button')]

const aFile = (fileName: string, text: string) =>
  new Response(text, { headers: { 'content-disposition': `attachment; filename="${fileName}"` } })

/** The files that the page hands the browser, by name. */
function savedFiles(): Map<string, Blob> {
  const saved = new Map<string, Blob>()
  let last = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob
    return 'blob:1'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.set(this.download, last)
  })
  return saved
}

async function openDialog(...options: Parameters<typeof openUsage>) {
  const opened = await openUsage(...options)
  await opened.user.click(await screen.findByRole('button', { name: 'Download' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Download your usage' }))
  return { ...opened, dialog, submit: async () => opened.user.click(dialog.getByRole('button', { name: 'Download' })) }
}

const queryOf = (address = '') => Object.fromEntries(new URL(address, 'http://portal.test').searchParams)

it('saves the searched days of the meter as CSV, under the name that the server gives', async () => {
  const saved = savedFiles()
  const { calls, submit } = await openDialog({ answers: { [csv]: aFile('usage-1.csv', 'meter,start\r\n') } })
  await submit()
  await waitFor(() => expect(saved.size).toBe(1))
  expect(await saved.get('usage-1.csv')?.text()).toBe('meter,start\r\n')
  expect(queryOf(calls.find(({ line }) => line === csv)?.address)).toEqual({
    fromDate: '2026-10-22',
    toDate: '2026-11-20',
    meterId: 'E-1',
    detail: 'interval',
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('saves all meters as Green Button XML of daily readings, also of more than 180 days', async () => {
  const saved = savedFiles()
  const water = { meterId: 'W-2', unitOfMeasure: 'Gallons', isNetMetered: false }
  const { meters } = aUsageAccount()
  const { user, calls, dialog, submit } = await openDialog({
    answers: {
      [usageLines.account]: aUsageAccount({ meters: [...meters, water] }),
      [greenButton]: aFile('usage-1.xml', '<feed/>'),
    },
  })
  await user.selectOptions(dialog.getByLabelText('Meter'), 'All meters')
  await user.selectOptions(dialog.getByLabelText('Readings'), 'Daily readings only')
  await user.clear(dialog.getByLabelText('Start date'))
  await user.type(dialog.getByLabelText('Start date'), '2023-11-21')
  await user.click(dialog.getByRole('radio', { name: /Green Button XML/u }))
  await submit()
  await waitFor(() => expect([...saved.keys()]).toEqual(['usage-1.xml']))
  expect(queryOf(calls.find(({ line }) => line === greenButton)?.address)).toEqual({
    fromDate: '2023-11-21',
    toDate: '2026-11-20',
    detail: 'day',
  })
})

it('refuses days that are backwards before it asks the server, and keeps what was chosen after a failure', async () => {
  const saved = savedFiles()
  const { user, calls, dialog, submit } = await openDialog({ answers: { [csv]: aProblem(429, 'Try again later.') } })
  const end = dialog.getByLabelText('End date')
  await user.clear(end)
  await user.type(end, '2026-10-01')
  await submit()
  expect(dialog.getByText('Invalid date range.')).toBeDefined()
  expect(calls.filter(({ line }) => line === csv)).toEqual([])
  await user.clear(end)
  await user.type(end, '2026-11-19')
  await submit()
  await dialog.findByText('Try again later.')
  expect((end as HTMLInputElement).value).toBe('2026-11-19')
  expect(saved.size).toBe(0)
})
