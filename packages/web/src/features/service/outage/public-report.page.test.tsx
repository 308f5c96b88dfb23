import { cleanup, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aSite, type SiteChanges } from '../../../test-support/a-site.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const optionsLine = 'GET /v3/outages/report-options'
const reportLine = 'POST /v3/outages/reports'
const statusMessage = 'Thank you. We have your report.'

async function open(
  answers: Record<string, unknown> = {},
  settings: SiteChanges['settings'] = {},
  language: 'en' | 'es' = 'en',
) {
  const page = await renderPortal({
    path: '/report-outage',
    visits: ['/report-outage', '/login'],
    site: aSite({
      features: ['Outage'],
      settings: { publicOutageReports: true, phoneNumber: '(715) 555-0100', ...settings },
    }),
    language,
    answers: {
      [optionsLine]: { problems: [{ outageDescription: 'The power is out' }] },
      [reportLine]: { statusMessage },
      ...answers,
    },
  })
  return { ...page, sent: () => page.calls.filter(({ line }) => line === reportLine) }
}
const main = () => within(screen.getByRole('main'))
const fill = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  await user.type(await screen.findByLabelText('Account number'), '100100101')
  await user.type(screen.getByLabelText('Phone number'), '7155554821')
  await user.selectOptions(screen.getByLabelText('What is the problem?'), 'The power is out')
}
const submit = async ({ user }: Awaited<ReturnType<typeof open>>) =>
  user.click(screen.getByRole('button', { name: 'Report outage' }))

it('reports an outage by account and phone number, without signing in', async () => {
  const page = await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Report an outage' })).toBeDefined()
  expect(main().getByRole('link', { name: '(715) 555-0100' }).getAttribute('href')).toBe('tel:7155550100')
  await fill(page)
  await page.user.type(screen.getByLabelText(/^Remarks/u), 'Sparks')
  await submit(page)
  expect(await screen.findByText(statusMessage)).toBeDefined()
  expect(bodyOf(page.sent()[0])).toEqual({
    accountNumber: '100100101',
    phoneNumber: '(715) 555-4821',
    outageReason: 'The power is out',
    remarks: 'Sparks',
  })
  expect(screen.queryByRole('button', { name: 'Report outage' })).toBeNull()
})

it('names every missing field and sends nothing', async () => {
  const page = await open()
  await screen.findByLabelText('Account number')
  await submit(page)
  const summary = within(screen.getByRole('alert', { name: 'There is a problem' }))
  for (const name of ['Please enter your account number.', 'You must enter a phone number', 'You must select an issue'])
    expect(summary.getByRole('link', { name })).toBeDefined()
  expect(page.sent()).toEqual([])
})

it('keeps what was typed when there were too many reports', async () => {
  const page = await open({ [reportLine]: aProblem(429, 'Too many attempts', []) })
  await fill(page)
  await submit(page)
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Account number').value).toBe('100100101')
})

it('keeps a report that nothing answers, with the offline pages on, and lets the visitor delete it', async () => {
  const page = await open({ [reportLine]: () => Promise.reject(new TypeError('offline')) }, { offlineOutages: true })
  await fill(page)
  await submit(page)
  const title = await screen.findByText('Not sent yet. We send it when you are connected again.')
  expect(document.activeElement?.contains(title)).toBe(true)
  expect(main().getByText('The power is out, account ending in 0101')).toBeDefined()
  expect(localStorage.getItem('mcp_waitingReport')).toContain('100100101')
  await page.user.click(screen.getByRole('button', { name: 'Delete report' }))
  expect(localStorage.getItem('mcp_waitingReport')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(await screen.findByLabelText('Account number')).toBeDefined()
})

it('keeps a report that nothing answers also when the visitor has left the page', async () => {
  const answer = Promise.withResolvers<never>()
  const page = await open({ [reportLine]: () => answer.promise }, { offlineOutages: true })
  await fill(page)
  await submit(page)
  cleanup()
  answer.reject(new TypeError('offline'))
  await expect.poll(() => localStorage.getItem('mcp_waitingReport')).toContain('100100101')
})

it('shows a refused report again, filled in, with the reason, and sends it changed', async () => {
  const form = { accountNumber: '100100101', phoneNumber: '(715) 555-4821', outageReason: 'Hail', remarks: 'Sparks' }
  const report = { kind: 'refused', form, reason: 'You must select an issue', writtenAt: Date.now() }
  localStorage.setItem('mcp_waitingReport', JSON.stringify(report))
  const page = await open({}, { offlineOutages: true })
  expect((await screen.findByRole('alert')).textContent).toContain('You must select an issue')
  expect((await screen.findByLabelText<HTMLInputElement>('Account number')).value).toBe('100100101')
  expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('(715) 555-4821')
  await page.user.selectOptions(screen.getByLabelText('What is the problem?'), 'The power is out')
  await submit(page)
  expect(await screen.findByText(statusMessage)).toBeDefined()
  expect(bodyOf(page.sent()[0])).toEqual({ ...form, outageReason: 'The power is out' })
  expect(localStorage.getItem('mcp_waitingReport')).toBeNull()
})

it.each([
  ['sent', { statusMessage }],
  ['expired', {}],
])('offers the form beside the notice of a report that was %s, and closes the notice', async (kind, more) => {
  localStorage.setItem('mcp_waitingReport', JSON.stringify({ kind, writtenAt: Date.now(), ...more }))
  const page = await open({}, { offlineOutages: true })
  expect(await screen.findByLabelText('Account number')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(localStorage.getItem('mcp_waitingReport')).toBeNull()
  expect(screen.getByRole('button', { name: 'Report outage' })).toBeDefined()
})

it('keeps the form and stores nothing when nothing answers and the offline pages are off', async () => {
  const page = await open({ [reportLine]: () => Promise.reject(new TypeError('offline')) })
  await fill(page)
  await submit(page)
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Account number').value).toBe('100100101')
  expect(localStorage.getItem('mcp_waitingReport')).toBeNull()
})

it('leads to sign-in when the setting is off', async () => {
  const { address } = await open({}, { publicOutageReports: false })
  await expect.poll(() => address()).toContain('/login')
})

it('is linked from sign-in and from the public outages when the setting is on', async () => {
  const name = 'Report an outage without signing in'
  for (const publicOutageReports of [true, false]) {
    await renderPortal({
      path: '/login',
      site: aSite({ features: ['Outage'], settings: { publicOutageReports } }),
    })
    const link = screen.queryByRole('link', { name })
    expect(link?.getAttribute('href') ?? null).toBe(publicOutageReports ? '/report-outage' : null)
    cleanup()
  }
  await renderPortal({
    path: '/outages',
    site: aSite({ features: ['Outage'], settings: { publicOutages: true, publicOutageReports: true } }),
    answers: {
      'GET /v3/outages': {
        generatedAt: '2026-11-20T15:00:00.000Z',
        timeZone: 'America/Chicago',
        incidentCount: 0,
        customers: 0,
        incidents: [],
        areas: [],
      },
      'GET /v3/outages/territory': { type: 'FeatureCollection', features: [] },
    },
  })
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/report-outage')
})

it('shows every text in Spanish', async () => {
  const { user } = await open({}, {}, 'es')
  expect(await screen.findByRole('heading', { level: 1, name: 'Reportar un corte de luz' })).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Reportar el corte de luz' }))
  expect(screen.getAllByText('Debe ingresar un número de teléfono').length).toBeGreaterThan(0)
})
