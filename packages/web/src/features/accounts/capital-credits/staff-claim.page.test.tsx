import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPortal } from '../../../test-support/render-portal.tsx'

async function open(role: string) {
  const dana = { accessToken: 'staff-token', name: 'Dana Reyes', username: `dana.${role}`, role }
  localStorage.setItem('staff_session', JSON.stringify(dana))
  return renderPortal({
    path: '/staff/credit-claim?number=C-BCDF-GHJK',
    answers: {
      'GET /v3/staff/session': { ...dana, accessToken: undefined, idleSecondsLeft: 900, secondsLeft: 28_800 },
      'GET /v3/staff/alarms/count': { open: 0 },
      'GET /v3/staff/credit-claims/C-BCDF-GHJK': {
        claimNumber: 'C-BCDF-GHJK',
        submittedAt: '2026-11-20T15:00:00.000Z',
        ssn: '4321',
      },
    },
  })
}

test('the link of a claim mail shows billing the digits of the claim', async () => {
  await open('billing')
  expect(await screen.findByText('4321')).toBeDefined()
  expect(screen.getByText('C-BCDF-GHJK')).toBeDefined()
})

test('support sees no digits of a claim, and nothing is asked of the server', async () => {
  const { calls } = await open('support')
  expect(screen.getByText('Your role does not have access to this page.')).toBeDefined()
  expect(calls.filter(({ line }) => line.includes('credit-claims'))).toEqual([])
})
