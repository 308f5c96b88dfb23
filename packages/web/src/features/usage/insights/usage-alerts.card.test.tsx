import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { alertsLine, someAlerts } from '../../../test-support/notification-answers.ts'
import { openNotifications } from '../../../test-support/open-notifications.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'

const card = async (name = 'Usage alerts') => within(await screen.findByRole('region', { name }))

test('saves new limits and keeps the existing flags and snooze', async () => {
  const wanted = { snoozedUntil: '2026-11-27', baseLoadDoubled: true }
  const { user, sent } = await openNotifications({
    [alertsLine('GET')]: { ...someAlerts(), alerts: { ...someAlerts().alerts, ...wanted } },
    [alertsLine('PUT')]: someAlerts(),
  })
  const region = await card()
  await user.type(await region.findByRole('textbox', { name: /^Daily usage above/u }), '50')
  await user.type(region.getByRole('textbox', { name: /^Next bill projected above/u }), '180')
  await user.click(region.getByRole('checkbox', { name: 'Water runs for 24 hours without a stop' }))
  await user.click(region.getByRole('button', { name: 'Save alerts' }))
  expect(await region.findByText('Your usage alerts are saved.')).toBeDefined()
  expect(bodyOf(sent(alertsLine('PUT'))[0])).toEqual({
    dailyKwh: 50,
    projectedBillCents: 18_000,
    continuousWater: true,
    baseLoadDoubled: true,
    snoozedUntil: '2026-11-27',
  })
})

test('sends the amount of a bill that was typed with a comma as dollars and cents [QP-17]', async () => {
  const { user, sent } = await openNotifications({ [alertsLine('PUT')]: someAlerts() })
  const region = await card()
  await user.type(await region.findByRole('textbox', { name: /^Next bill projected above/u }), '142,37')
  await user.click(region.getByRole('button', { name: 'Save alerts' }))
  expect(await region.findByText('Your usage alerts are saved.')).toBeDefined()
  expect(bodyOf(sent(alertsLine('PUT'))[0])).toMatchObject({ projectedBillCents: 14_237 })
})

test('shows no former limits while they load again, nor when that fails, and the new ones after a retry', async () => {
  const { user, answers, goBack } = await openNotifications()
  const field = { name: /^Daily usage above/u }
  await (await card()).findByRole('textbox', field)
  answers[alertsLine('GET')] = aProblem(503)
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await goBack()
  const region = await card()
  const again = await region.findByRole('button', { name: 'Try again' })
  expect(region.queryByRole('textbox', field)).toBeNull()
  answers[alertsLine('GET')] = someAlerts({ dailyKwh: 50 })
  await user.click(again)
  expect((await region.findByRole<HTMLInputElement>('textbox', field)).value).toBe('50')
})

test('refuses a fractional limit without sending it', async () => {
  const { user, sent } = await openNotifications()
  const region = await card()
  await user.type(await region.findByRole('textbox', { name: /^Daily usage above/u }), '12.5')
  await user.click(region.getByRole('button', { name: 'Save alerts' }))
  expect(await region.findAllByText('Enter a daily limit from 1 to 100,000 kWh, without decimals.')).not.toHaveLength(0)
  expect(sent(alertsLine('PUT'))).toEqual([])
})

test('offers only the alerts that the meters support', async () => {
  await openNotifications({
    [alertsLine('GET')]: { ...someAlerts(), offers: { energy: false, baseLoad: false, water: true } },
  })
  const region = await card()
  expect(await region.findByRole('checkbox', { name: 'Water runs for 24 hours without a stop' })).toBeDefined()
  expect(region.queryByRole('textbox', { name: /^Daily usage above/u })).toBeNull()
  expect(region.queryByRole('checkbox', { name: 'Always-on usage doubles' })).toBeNull()
})

test('says when the account has no meter for alerts', async () => {
  await openNotifications({
    [alertsLine('GET')]: { ...someAlerts(), offers: { energy: false, baseLoad: false, water: false } },
  })
  expect(await (await card()).findByText('This account has no meter that we can watch.')).toBeDefined()
})

test('shows the alerts in Spanish', async () => {
  await openNotifications({}, { language: 'es' })
  const region = await card('Alertas de consumo')
  expect(await region.findByRole('button', { name: 'Guardar las alertas' })).toBeDefined()
})
