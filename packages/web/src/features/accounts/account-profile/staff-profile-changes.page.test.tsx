import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const listLine = 'POST /v3/staff/profile-changes/search'
const changedAt = '2026-11-20T15:00:00.000Z'

async function open(role: string) {
  const dana = { accessToken: 'staff-token', name: 'Dana Reyes', username: `dana.${role}`, role }
  localStorage.setItem('staff_session', JSON.stringify(dana))
  const next = { accountNumber: '100100101', block: 'phones', changedAt }
  return renderPortal({
    path: '/staff/profile-changes',
    answers: {
      'GET /v3/staff/session': { ...dana, accessToken: undefined, idleSecondsLeft: 900, secondsLeft: 28_800 },
      'GET /v3/staff/alarms/count': { open: 0 },
      [listLine]: { changes: [{ ...next, memberNumber: '10001' }], next },
    },
  })
}

test('changes that wait are listed with the way to the member, a page at a time', async () => {
  const { user, calls } = await open('support')
  const table = await screen.findByRole('table', { name: 'Waiting changes, oldest first' })
  expect(within(table).getByText('Phone numbers')).toBeDefined()
  expect(within(table).getByRole('link', { name: '10001' }).getAttribute('href')).toBe('/staff/member?number=10001')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByRole('button', { name: 'Previous page' })
  const asked = calls
    .filter(({ line }) => line === listLine)
    .map(({ init }) => JSON.parse(init.body as string) as unknown)
  expect(asked).toEqual([{ after: null }, { after: { accountNumber: '100100101', block: 'phones', changedAt } }])
})

test('billing sees nothing, and nothing is asked of the server', async () => {
  const { calls } = await open('billing')
  expect(screen.getByText('Your role does not have access to this page.')).toBeDefined()
  expect(calls.filter(({ line }) => line === listLine)).toEqual([])
})
