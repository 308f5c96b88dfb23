import { paths } from '@coopline/contract/paths'
import { beforeAll, expect, test } from 'vitest'
import { desk, newVisitor, phone, unexpected } from './support/browser.ts'
import { pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

test('a visitor asks by a quick button and a member by words; the browser talks to the portal only [SH-76, SH-77]', async () => {
  const visitor = await newVisitor({ viewport: desk })
  const { page, origins } = visitor
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.goto(portal.origin + paths.home())
  await page.getByRole('button', { name: 'Chat with us' }).click()
  const chat = page.getByRole('dialog', { name: 'Virtual Agent' })
  expect(files).not.toContain('/chat-alert.wav')
  await chat.getByRole('button', { name: 'Office hours' }).click()
  await chat.getByRole('log').getByText('Monday to Friday, 7:30 AM to 4:00 PM').waitFor()
  await expect.poll(() => files).toContain('/chat-alert.wav')
  expect(await pageFaults(page, 'web-chat')).toEqual([])
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Chat with us')

  await signInByCall(page, portal.origin, 'ada.lindqvist')
  await page.goto(portal.origin + paths.accountOverview())
  await page.getByRole('button', { name: 'Chat with us' }).click()
  await chat.getByLabel('Your message').fill('My power is out')
  await chat.getByRole('button', { name: 'Send' }).click()
  await chat.getByRole('log').getByText('Hi, Ada. To report an outage').waitFor()
  // Another page of the member keeps the conversation; a page with secrets has no chat.
  await page.goto(portal.origin + paths.viewDeposits())
  await page.getByRole('button', { name: 'Chat with us' }).click()
  await chat.getByText('My power is out').waitFor()
  await page.goto(portal.origin + paths.payMultiple())
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('button', { name: 'Chat with us' }).count()).toBe(0)
  expect([...origins]).toEqual([portal.origin])
  expect(unexpected(visitor)).toEqual([])
})

test('the chat is complete in Spanish and works on a phone', async () => {
  const visitor = await newVisitor({ locale: 'es-US', viewport: phone })
  const { page } = visitor
  await page.goto(portal.origin + paths.home())
  await page.getByRole('button', { name: 'Chatee con nosotros' }).click()
  const chat = page.getByRole('dialog', { name: 'Virtual Agent' })
  await chat.getByLabel('Su mensaje').fill('Quiero pagar mi factura')
  await page.keyboard.press('Enter')
  await chat.getByRole('log').getByText('Puede pagar sin iniciar sesión').waitFor()
  expect(await pageFaults(page, 'web-chat-es')).toEqual([])
  await chat.getByRole('button', { name: 'Cerrar el chat' }).click()
  await chat.waitFor({ state: 'hidden' })
  expect(unexpected(visitor)).toEqual([])
})
