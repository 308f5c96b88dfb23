import { readFileSync } from 'node:fs'
import { paths } from '@coopline/contract/paths'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, unexpected } from './support/browser.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

const waterAccount = '?accountno=100100102'
let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
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
  expect(await pageFaults(page, 'meter-reading-question')).toEqual([])
  await takePictures(page, 'meter-reading-question')
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

test('the page is complete on a phone in Spanish', async () => {
  const { page } = await newVisitor({ locale: 'es-US' })
  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.meterReading() + waterAccount)
  await page.getByRole('button', { name: 'Enviar la lectura' }).waitFor()
  expect(await pageFaults(page, 'meter-reading-spanish')).toEqual([])
  await takePictures(page, 'meter-reading-spanish')
})
