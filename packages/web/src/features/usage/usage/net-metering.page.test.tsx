import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aNetMeteringLedger, aUsageAccount, openUsage, usageLines } from '../../../test-support/usage-answers.ts'

const netMetered = aUsageAccount({ meters: [{ meterId: 'E-1', unitOfMeasure: 'kWh', isNetMetered: true }] })
const bankCard = async () => within(await screen.findByRole('region', { name: 'Your energy bank' }))

it('shows a solar member the bank with its value, expiry and true-up date, and every period', async () => {
  await openUsage({ answers: { [usageLines.account]: netMetered, [usageLines.netMetering]: aNetMeteringLedger } })
  const card = await bankCard()
  const facts = card.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([
    ['Banked energy', '300 kWh'],
    ['Value', '$18.60'],
    ['Expires', '04/01/2027'],
    ['True-up date', '03/31/2027'],
  ])
  expect(card.getByText(/ended on 10\/22\/2026\.$/u)).toBeDefined()
  expect(card.getAllByRole('row')).toHaveLength(3)
  expect(card.getByRole('row', { name: /09\/22\/2026/u }).textContent).toContain('1,234.5 kWh')
})

it('leaves out a value and dates that the cooperative does not give', async () => {
  const periods = aNetMeteringLedger.periods.slice(1)
  await openUsage({ answers: { [usageLines.account]: netMetered, [usageLines.netMetering]: { periods } } })
  const card = await bankCard()
  expect(card.getAllByRole('term').map((term) => term.textContent)).toEqual(['Banked energy'])
})

it('asks for no ledger of an account without net metering, and shows none that is empty', async () => {
  const { calls } = await openUsage()
  await screen.findAllByRole('group', { name: 'Daily usage in kWh' })
  expect(calls.filter(({ line }) => line === usageLines.netMetering)).toEqual([])
  await openUsage({ answers: { [usageLines.account]: netMetered, [usageLines.netMetering]: { periods: [] } } })
  expect(screen.queryByRole('region', { name: 'Your energy bank' })).toBeNull()
})
