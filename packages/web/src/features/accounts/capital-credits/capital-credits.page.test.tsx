import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem, type Answers } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'

const listLine = 'GET /v3/members/M1001/capital-credits'
const pdfLine = 'POST /v3/members/M1001/capital-credits/pdf'
const credits = {
  allocated: 13_240,
  retired: 3_000,
  remaining: 10_240,
  results: [
    {
      year: 2025,
      allocated: 8_240,
      retired: 0,
      notices: [{ kind: 'allocation', postedOn: '2026-05-01', viewUrl: 'handle-1' }],
    },
    { year: 2004, allocated: 5_000, retired: 3_000, notices: [] },
  ],
}

const open = async (answers: Answers, { isOn = true, language }: { isOn?: boolean; language?: 'es' } = {}) =>
  renderPortal({
    path: '/capital-credits',
    session: storedMember,
    visits: ['/accountoverview', '/login'],
    answers,
    site: aSite({ features: isOn ? ['CapitalCredits'] : [] }),
    ...(language && { language }),
  })

test('lists credits by year with the sums of all years', async () => {
  await open({ [listLine]: credits })
  const table = within(await screen.findByRole('table'))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'YearAllocatedPaid outNotices',
    '2025$82.40$0.00Allocation notice of 05/01/2026',
    '2004$50.00$30.00None',
  ])
  expect(screen.getByText('$102.40')).toBeDefined()
})

test('asks for a new handle once when that of a notice has expired, and says when there is no file', async () => {
  const { user, calls } = await open({
    [listLine]: credits,
    [pdfLine]: aProblem(404, 'We could not find what you asked for.'),
  })
  await user.click(await screen.findByRole('button', { name: 'Allocation notice of 05/01/2026, for 2025' }))
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeDefined()
  expect(calls.filter(({ line }) => line === pdfLine)).toHaveLength(2)
  expect(calls.filter(({ line }) => line === listLine)).toHaveLength(2)
})

test('says in Spanish that there are no credits yet, without sums', async () => {
  const none = { allocated: 0, retired: 0, remaining: 0, results: [] }
  await open({ [listLine]: none }, { language: 'es' })
  expect(await screen.findByText('Todavía no tenemos créditos de capital suyos.')).toBeDefined()
  expect(screen.queryByText('Todos los años')).toBeNull()
})

test('leads to the account overview where the cooperative does not offer the page', async () => {
  const { address, calls } = await open({ [listLine]: credits }, { isOn: false })
  expect(address()).toBe('/accountoverview')
  expect(calls.some(({ line }) => line === listLine)).toBe(false)
})
