import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { readMail } from './support/mailbox.ts'
import { pressByKeyboard } from './support/keyboard.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInStaff } from './support/staff.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  await portal.set({
    serviceAccountTypes: [
      { id: 'RES', description: 'Residential' },
      { id: 'FARM', description: 'Farm' },
    ],
  })
  return portal.close
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
  await takePictures(second.page, 'application-document-refused')
  await documents.setInputFiles({ name: '../lease 2026.pdf', mimeType: 'application/pdf', buffer: aLease })
  await second.page.getByText('lease 2026.pdf was added.').waitFor()
  await documents.setInputFiles({ name: 'license.png', mimeType: 'image/png', buffer: await drawnPng(second.page) })
  await second.page.getByText('license.jpg was added.').waitFor()
  expect(await pageFaults(second.page, 'application-documents')).toEqual([])
  await takePictures(second.page, 'application-documents')
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
  await takePictures(office.page, 'staff-applications')
  await office.page.getByRole('link', { name: reference }).click()
  await office.page.getByText('12 Elm, Eau Claire, WI').waitFor()
  expect(office.page.url()).toBe(portal.origin + paths.staffApplication({ number: reference }))
  expect(await pageFaults(office.page, 'staff-application')).toEqual([])
  await takePictures(office.page, 'staff-application')
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

test('the application shows every text in Spanish', async () => {
  const { page } = await newVisitor({ locale: 'es-US' })
  await page.goto(portal.origin + paths.applicationForService())
  await page.getByRole('heading', { name: 'Sus datos' }).waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('link', { name: 'Elija un tipo de cuenta.' }).waitFor()
  expect(await pageFaults(page, 'application-spanish')).toEqual([])
})
