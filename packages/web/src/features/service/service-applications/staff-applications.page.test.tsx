import type { ListedApplication } from '@coopline/contract/service/service-applications/staff-applications.contract'
import { emptyApplication } from '@coopline/rules/service/service-applications/check-application'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Answers } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const listLine = 'GET /v3/staff/applications'
const viewLine = 'GET /v3/staff/applications/A-BCDF-GHJK'

const listed: ListedApplication = {
  referenceNumber: 'A-BCDF-GHJK',
  submittedAt: '2026-11-20T15:00:00.000Z',
  name: 'Noor Haddad',
  accountType: 'Farm',
  documents: 1,
}
const viewed = {
  ...listed,
  language: 'es',
  status: '',
  application: {
    ...emptyApplication,
    firstName: 'Noor',
    lastName: 'Haddad',
    phone: '7155550177',
    contactPref: 'Phone',
    streetNumber: '12',
    streetName: 'Elm',
    city: 'Eau Claire',
    state: 'WI',
    zip: '547011234',
    startDate: '2026-11-30',
    comments: '<b>The gate is open.</b>',
  },
  documents: [{ id: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'lease.pdf', mediaType: 'application/pdf', bytes: 1_500_000 }],
}

async function open(path: string, role: string, answers: Answers = {}) {
  const dana = { accessToken: 'staff-token', name: 'Dana Reyes', username: `dana.${role}`, role }
  localStorage.setItem('staff_session', JSON.stringify(dana))
  return renderPortal({
    path,
    answers: {
      'GET /v3/staff/session': { ...dana, accessToken: undefined, idleSecondsLeft: 900, secondsLeft: 28_800 },
      ...answers,
    },
  })
}

test('applications are listed and lead to their page', async () => {
  await open('/staff/applications', 'support', { [listLine]: { applications: [listed], next: null } })
  const link = await screen.findByRole('link', { name: 'A-BCDF-GHJK' })
  expect(link.getAttribute('href')).toBe('/staff/application?number=A-BCDF-GHJK')
  expect(screen.getAllByText('Farm')).not.toEqual([])
})

test('an application shows what the applicant wrote, as text', async () => {
  await open('/staff/application?number=A-BCDF-GHJK', 'support', { [viewLine]: viewed })
  expect(await screen.findByText('<b>The gate is open.</b>')).toBeDefined()
  for (const shown of [
    'Noor Haddad',
    '(715) 555-0177',
    '12 Elm, Eau Claire, WI 54701-1234',
    '11/30/2026',
    'Spanish',
    'Received',
  ])
    expect(screen.getByText(shown)).toBeDefined()
})

test('a document is saved under its own name, and the browser does not show it', async () => {
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:document')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const file = new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="A-BCDF-GHJK-1.pdf"' } })
  const { user } = await open('/staff/application?number=A-BCDF-GHJK', 'support', {
    [viewLine]: viewed,
    [`${viewLine}/documents/AAAAAAAAAAAAAAAAAAAAAA`]: file,
  })
  await user.click(await screen.findByRole('button', { name: 'Download lease.pdf' }))
  await waitFor(() => expect(saved).toEqual(['lease.pdf']))
  expect(create).toHaveBeenCalledOnce()
})

test.each(['/staff/applications', '/staff/application?number=A-BCDF-GHJK'])(
  'billing sees nothing of %s, and nothing is asked of the server',
  async (path) => {
    const { calls } = await open(path, 'billing')
    expect(screen.getByText('Your role does not have access to this page.')).toBeDefined()
    expect(calls.filter(({ line }) => line.includes('applications'))).toEqual([])
  },
)
