import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { pressByKeyboard } from './support/keyboard.ts'
import { readMail } from './support/mailbox.ts'
import { inDialog, pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'
import { signInStaff } from './support/staff.ts'

const waterAccount = '?accountno=100100102'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  await portal.set({
    DISC_SO_REQUIRE_FORWARDING_ADDR: 'Y',
    serviceAccountTypes: [
      { id: 'RES', description: 'Residential' },
      { id: 'FARM', description: 'Farm' },
    ],
  })
  return portal.close
})

test('a member looks at past outages and reports one', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.outageStatus())
  await page.getByText('There are no active outages at this location.').waitFor()
  expect(await pageFaults(page, 'outage-status')).toEqual([])
  await page.getByRole('tab', { name: 'Outage History' }).click()
  await page.getByRole('rowheader').first().waitFor()
  await expect.poll(async () => page.getByRole('rowheader').count()).toBe(2)
  expect(await pageFaults(page, 'outage-history')).toEqual([])
  await page.getByRole('tab', { name: 'Report an Outage' }).click()
  await page.getByLabel('What is the problem?').selectOption('The power is out')
  expect(await pageFaults(page, 'outage-report')).toEqual([])
  await page.getByRole('button', { name: 'Report outage' }).click()
  await page.getByText('We received your outage report.').waitFor()
  await page.getByText('You reported an outage at').waitFor()
  expect(unexpected(visitor)).toEqual([])
})

test('a member moves out and sees the request at the top of the list', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.serviceRequests())
  await page.getByLabel('Service type').selectOption('Stop service')
  await page.getByRole('button', { name: 'Add forwarding address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Street Name is required.').waitFor()
  expect(await pageFaults(page, 'forwarding-address', inDialog)).toEqual([])
  await dialog.getByLabel('Street number').fill('12')
  await dialog.getByLabel('Street name').fill('Elm')
  await dialog.getByLabel('City').fill('Eau Claire')
  await dialog.getByLabel('State').selectOption('WI')
  await dialog.getByLabel('Zip code').fill('547011234')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Eau Claire, WI 54701-1234').waitFor()
  await page.getByLabel('Phone number', { exact: true }).fill('7155550100')
  const date = page.getByLabel('Requested completion date')
  await date.fill((await date.getAttribute('min')) ?? '')
  expect(await pageFaults(page, 'service-request')).toEqual([])
  await page.getByRole('button', { name: 'Submit request' }).click()
  await page.getByText('We received your request.').waitFor()
  const first = page.getByRole('row').nth(1)
  await first.getByText('Received').waitFor()
  expect(await first.innerText()).toContain('Stop service')
  expect(unexpected(visitor)).toEqual([])
})

test('a member follows the link on the overview, sends a reading and confirms a lower one [AO-29]', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.accountOverview() + waterAccount)
  await page.getByRole('link', { name: 'Enter a meter reading' }).click()
  await page.getByRole('heading', { name: 'Meter Reading' }).waitFor()
  await page.getByText('You have not sent a reading yet.').waitFor()
  expect(await pageFaults(page, 'meter-reading')).toEqual([])
  await page.getByRole('button', { name: 'Send reading' }).click()
  expect(await page.getByRole('textbox', { name: /^Reading/u }).getAttribute('aria-invalid')).toBe('true')
  const date = page.getByLabel('Date you read the meter')
  await date.fill((await date.getAttribute('min')) ?? '')
  await page.getByRole('textbox', { name: /^Reading/u }).fill('004512')
  await page.getByRole('textbox', { name: /^Reading/u }).press('Enter')
  await page.getByText('We received your reading: 4,512').waitFor()
  await page.getByRole('textbox', { name: /^Reading/u }).fill('4511')
  await page.getByRole('button', { name: 'Send reading' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  // The second half of a double press, which meets the dialog where the button was.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await dialog.getByText('lower than the last one we have: 4,512').waitFor()
  expect(await pageFaults(page, 'meter-reading-question', inDialog)).toEqual([])
  await dialog.getByRole('button', { name: 'Yes, send it' }).dblclick()
  await page.getByText('We received your reading: 4,511').waitFor()
  await page.getByRole('cell', { name: '4,511 Gallons' }).waitFor()
  await takePictures(page, 'meter-reading-sent')
  const rows = page.getByRole('row')
  expect(await rows.nth(1).innerText()).toContain('4,511')
  await expect.poll(async () => rows.count()).toBe(3)
  expect(unexpected(visitor)).toEqual([])
})

test('a photo comes back without its location, as a picture that the browser draws, and a page in its place is refused', async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.meterReading() + waterAccount)
  const photo = page.getByLabel('Photo of the meter')
  await photo.setInputFiles({
    name: '../../meter.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<script></script>'),
  })
  await page.getByRole('textbox', { name: /^Reading/u }).fill('4600')
  await page.getByRole('button', { name: 'Send reading' }).click()
  await page.getByRole('link', { name: 'The photo must be a JPEG or PNG picture.' }).waitFor()
  expect(await pageFaults(page, 'meter-reading-photo-refused')).toEqual([])

  const drawn = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 3_000
    canvas.height = 2_000
    canvas.getContext('2d')?.fillRect(0, 0, 1_500, 2_000)
    return canvas.toDataURL('image/jpeg').replace(/^[^,]*,/u, '')
  })
  const jpeg = Buffer.from(drawn, 'base64')
  const place = Buffer.from('Exif\0\0place: 44.8113N 91.4985W')
  const located = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1, 0, place.length + 2]),
    place,
    jpeg.subarray(2),
  ])
  await photo.setInputFiles({ name: 'meter.jpg', mimeType: 'image/jpeg', buffer: located })
  await page.getByRole('button', { name: 'Send reading' }).click()
  await page.getByText('We received your reading: 4,600').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download photo of/u }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^meter-reading-\d+\.jpg$/u)
  const kept = readFileSync(await download.path())
  expect(kept.includes('44.8113N')).toBe(false)
  const size = await page.evaluate(async (content) => {
    const bytes = Uint8Array.from(atob(content), (character) => character.codePointAt(0) ?? 0)
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    return [picture.width, picture.height]
  }, kept.toString('base64'))
  expect(size).toEqual([2_000, 1_333])
  expect(await pageFaults(page, 'meter-reading-photo')).toEqual([])
  expect(unexpected(visitor)).toEqual([])
})

const choose = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label).selectOption(text)
}

/** A picture as a browser draws it. */
const drawnPng = async (page: Page): Promise<Buffer> => {
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 300
    canvas.height = 200
    canvas.getContext('2d')?.fillRect(0, 0, 150, 200)
    return canvas.toDataURL('image/png').replace(/^[^,]*,/u, '')
  })
  return Buffer.from(drawn, 'base64')
}

const lease = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'
const aLease = Buffer.from(
  `${lease}xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R >>\nstartxref\n${lease.length}\n%%EOF\n`,
)

test('a visitor starts an application on a phone and finishes it on another device [HM-23, RT-31]', async () => {
  const first = await newVisitor()
  const { page } = first
  await page.goto(portal.origin + paths.home())
  await page.getByRole('link', { name: 'New Service' }).click()
  await page.getByRole('link', { name: 'Apply for Farm' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(paths.selectServiceType())
  expect(await pageFaults(page, 'select-service-type')).toEqual([])
  await page.getByRole('link', { name: 'Apply for Farm' }).click()
  await page.getByRole('heading', { name: 'About you' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(paths.applicationForService())
  expect(await page.getByLabel('Account type').inputValue()).toBe('FARM')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Please enter first name.' }).waitFor()
  expect(await pageFaults(page, 'application-problems')).toEqual([])
  await page.getByLabel('First name').fill('Noor')
  await page.getByLabel('Last name').fill('Haddad')
  await page.getByLabel('Phone number').fill('7155550177')
  await choose(page, 'How should we contact you?', 'Email')
  await page.getByLabel('Email address').fill('noor.haddad@example.org')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Where and when you need service' }).waitFor()
  await page.getByLabel('City').fill('Eau Claire')
  await page.getByRole('button', { name: 'Save and finish later' }).click()
  await page.getByText('Your application is saved.').waitFor()
  expect(await pageFaults(page, 'application-saved')).toEqual([])
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await page.getByText('We emailed you the link.').waitFor()
  const mail = await readMail(portal.origin, /noor\.haddad@example\.org[\s\S]*token=/u)
  const link = /https?:\/\/\S+token=[\w-]{43}/u.exec(mail)?.[0] ?? ''
  expect(page.url().endsWith(new URL(link).search)).toBe(true)
  expect(unexpected(first)).toEqual([])

  const second = await newVisitor({ viewport: desk })
  await second.page.goto(link)
  await second.page.getByRole('heading', { name: 'Where and when you need service' }).waitFor()
  expect(await second.page.getByLabel('City').inputValue()).toBe('Eau Claire')
  await second.page.getByLabel('Street number').fill('12')
  await second.page.getByLabel('Street name').fill('Elm')
  await choose(second.page, 'State', 'WI')
  await second.page.getByLabel('Zip code').fill('547011234')
  const date = second.page.getByLabel('Start date')
  await date.fill((await date.getAttribute('max')) ?? '')
  await second.page.getByRole('button', { name: 'Continue' }).click()
  await second.page.getByRole('heading', { name: 'Documents' }).waitFor()
  const documents = second.page.getByLabel('Add a document')
  await documents.setInputFiles({
    name: 'deed.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('PK\u0003\u0004'),
  })
  await second.page.getByText('This file is something else').first().waitFor()
  expect(await pageFaults(second.page, 'application-document-refused')).toEqual([])
  await documents.setInputFiles({ name: '../lease 2026.pdf', mimeType: 'application/pdf', buffer: aLease })
  await second.page.getByText('lease 2026.pdf was added.').waitFor()
  await documents.setInputFiles({ name: 'license.png', mimeType: 'image/png', buffer: await drawnPng(second.page) })
  await second.page.getByText('license.jpg was added.').waitFor()
  expect(await pageFaults(second.page, 'application-documents')).toEqual([])
  await second.page.reload()
  await second.page.getByRole('heading', { name: 'Review your application' }).waitFor()
  await second.page.getByText('lease 2026.pdf, license.jpg').waitFor()
  await second.page.getByRole('button', { name: 'Back' }).click()
  await second.page.getByRole('button', { name: 'Remove license.jpg' }).press('Enter')
  await second.page.getByText('license.jpg was removed.').waitFor()
  expect(await documents.evaluate((field) => field === document.activeElement)).toBe(true)
  await second.page.getByRole('button', { name: 'Continue' }).click()
  await second.page.getByRole('heading', { name: 'Review your application' }).waitFor()
  await second.page.getByText('lease 2026.pdf').waitFor()
  expect(await pageFaults(second.page, 'application-review')).toEqual([])
  await second.page.getByRole('button', { name: 'Submit application' }).click()
  await second.page.getByText('We received your application.').waitFor()
  expect(await pageFaults(second.page, 'application-done')).toEqual([])
  const [reference = ''] = /A-[A-Z0-9]{4}-[A-Z0-9]{4}/u.exec(await second.page.getByRole('main').innerText()) ?? []
  const parent = mkdtempSync(join(tmpdir(), 'coopline-application-'))
  try {
    const folder = join(parent, 'documents')
    await portal.coopline('applications', 'save', reference, '--to', folder, '--by', 'Dana')
    expect(readFileSync(join(folder, '1-lease 2026.pdf')).equals(aLease)).toBe(true)
  } finally {
    rmSync(parent, { recursive: true })
  }
  expect(unexpected(second)).toEqual([])

  const office = await newVisitor({ viewport: desk })
  await signInStaff(office.page, portal.origin, 'demo.support')
  await office.page.getByRole('link', { name: 'Applications' }).click()
  await office.page.getByRole('heading', { level: 1, name: 'Applications for service' }).waitFor()
  expect(new URL(office.page.url()).pathname).toBe(paths.staffApplications())
  await office.page.getByRole('link', { name: reference }).waitFor()
  expect(await pageFaults(office.page, 'staff-applications')).toEqual([])
  await office.page.getByRole('link', { name: reference }).click()
  await office.page.getByText('12 Elm, Eau Claire, WI').waitFor()
  expect(office.page.url()).toBe(portal.origin + paths.staffApplication({ number: reference }))
  expect(await pageFaults(office.page, 'staff-application')).toEqual([])
  const saving = office.page.waitForEvent('download')
  await pressByKeyboard(office.page, office.page.getByRole('button', { name: 'Download lease 2026.pdf' }))
  const file = await saving
  expect(file.suggestedFilename()).toBe('lease 2026.pdf')
  expect(readFileSync(await file.path()).equals(aLease)).toBe(true)
  expect(unexpected(office)).toEqual([])

  await page.goto(link)
  await page.getByText('Received', { exact: true }).waitFor()
  expect(await page.getByText('Haddad').count()).toBe(0)
  expect(await pageFaults(page, 'application-status')).toEqual([])
})
