import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aPaymentResult, statusLine } from '../../../test-support/quick-pay-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

async function comeBack(answers: Record<string, unknown>) {
  localStorage.setItem('mcp_quickPayToken', 'quick-token-1')
  return renderPortal({ path: '/payment-success?isFromQuickPay=true&encodedParam=abc', visits: ['/home'], answers })
}

test('polls an open payment with growing waits, and then shows it', async () => {
  const answers: Record<string, unknown> = { [statusLine]: aPaymentResult({ outcome: 'processing' }) }
  const { calls } = await comeBack(answers)
  expect(heading()).toBe('We are confirming your payment')
  expect(screen.getByText(/Please do not pay again/)).toBeDefined()
  expect(calls).toHaveLength(1)
  await pass(2)
  expect(calls).toHaveLength(2)
  await pass(2)
  expect(calls).toHaveLength(2)
  answers[statusLine] = aPaymentResult()
  await pass(1)
  expect(calls).toHaveLength(3)
  expect(heading()).toBe('Your payment was successfully processed')
  await pass(200)
  expect(calls).toHaveLength(3)
})

test('says after two minutes that the payment is still open, and offers no way to pay again', async () => {
  const { calls } = await comeBack({ [statusLine]: aPaymentResult({ outcome: 'processing' }) })
  await pass(119)
  expect(heading()).toBe('We are confirming your payment')
  await pass(1)
  expect(heading()).toBe('We cannot confirm your payment yet')
  expect(
    screen.getByText(/Please do not pay again\. If your payment went through, it will appear on your account/),
  ).toBeDefined()
  const sent = calls.length
  await pass(600)
  expect(calls).toHaveLength(sent)
  expect(calls.every(({ line }) => line === statusLine)).toBe(true)
  expect(document.querySelectorAll('main a[href="/quick-pay"]')).toHaveLength(0)
})

test('Check again polls again', async () => {
  const answers: Record<string, unknown> = { [statusLine]: aPaymentResult({ outcome: 'processing' }) }
  await comeBack(answers)
  await pass(120)
  answers[statusLine] = aPaymentResult()
  await act(async () => screen.getByRole('button', { name: 'Check again' }).click())
  expect(heading()).toBe('Your payment was successfully processed')
})

test('retries a call without an answer, and says so', async () => {
  const answers: Record<string, unknown> = {}
  await comeBack(answers)
  expect(heading()).toBe('We are confirming your payment')
  expect(screen.getByText('The last check did not work. We will keep trying.')).toBeDefined()
  answers[statusLine] = aPaymentResult()
  await pass(2)
  expect(heading()).toBe('Your payment was successfully processed')
})

test('shows the documented sentence when the service stays down [ER-03]', async () => {
  await comeBack({ [statusLine]: aProblem(500) })
  await pass(120)
  expect(
    screen.getByText(/^We are unable to process your request at this time\. Please try again later\.$/),
  ).toBeDefined()
})

test("shows 'Unknown error' when the service never answers [ER-05]", async () => {
  await comeBack({})
  await pass(120)
  expect(screen.getByText('Unknown error!')).toBeDefined()
})

test('a reloaded page continues to poll an open payment', async () => {
  const { calls } = await comeBack({ [statusLine]: aPaymentResult({ outcome: 'processing' }) })
  expect(calls).toHaveLength(1)
  cleanup()
  const again = await renderPortal({
    path: '/payment-success?isFromQuickPay=true',
    answers: { [statusLine]: aPaymentResult() },
  })
  expect(again.calls[0]?.address).toContain('encryptedPayload=abc')
})

test('leaving the page stops polling', async () => {
  const { calls, address } = await comeBack({ [statusLine]: aPaymentResult({ outcome: 'processing' }) })
  await act(async () => screen.getByRole('link', { name: 'Home' }).click())
  expect(address()).toBe('/home')
  await pass(120)
  expect(calls).toHaveLength(1)
})
