import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const check = 'GET /v3/site/maintenance'
const maintenanceHeading = () => screen.findByRole('heading', { level: 1, name: "We'll be back in a bit" })

test("the page has the heading 'We'll be back in a bit' [MT-01]", async () => {
  await renderPortal({ path: '/maint', answers: { [check]: { underMaintenance: true } } })
  expect(await maintenanceHeading()).toBeDefined()
  expect(screen.getByText('Please check back soon.')).toBeDefined()
})

test('the page has the emergency number and says when maintenance is expected to end [REQ-D-319]', async () => {
  await renderPortal({
    path: '/maint',
    site: aSite({ settings: { emergencyContactNumber: '(715) 555-0199', phoneNumber: '(715) 555-0100' } }),
    answers: { [check]: { underMaintenance: true, endsAt: '2027-03-01T14:30' } },
  })
  expect((await screen.findByRole('link', { name: '(715) 555-0199' })).getAttribute('href')).toBe('tel:7155550199')
  expect(await screen.findByText('We expect to be back on 03/01/2027 at 2:30 PM.')).toBeDefined()
})

test('the page has the number of the office where there is none for emergencies', async () => {
  const site = aSite({ settings: { emergencyContactNumber: '', phoneNumber: '(715) 555-0100' } })
  await renderPortal({ path: '/maint', site, answers: { [check]: { underMaintenance: true, endsAt: null } } })
  expect(await screen.findByRole('link', { name: '(715) 555-0100' })).toBeDefined()
})

test('on entry the maintenance flag is set: header and footer are hidden [MT-03, MT-05, MT-06]', async () => {
  await renderPortal({ path: '/maint', answers: { [check]: new Promise(() => undefined) } })
  expect(await maintenanceHeading()).toBeDefined()
  expect(screen.queryByRole('banner')).toBeNull()
  expect(screen.queryByRole('contentinfo')).toBeNull()
})

test('when the check says that there is no maintenance, the flag is cleared and home opens [MT-02, MT-04, MT-07]', async () => {
  const { address, calls } = await renderPortal({
    path: '/maint',
    visits: ['/home'],
    answers: { [check]: { underMaintenance: false } },
  })
  expect(await screen.findByRole('heading', { level: 1, name: /^Welcome/ })).toBeDefined()
  expect(address()).toBe('/home')
  expect(screen.getByRole('banner')).toBeDefined()
  expect(screen.getByRole('contentinfo')).toBeDefined()
  expect(calls.map(({ line }) => line)).toEqual([check])
})

test('a check that fails keeps the page', async () => {
  const { address } = await renderPortal({ path: '/maint', answers: { [check]: aProblem(500) } })
  expect(await maintenanceHeading()).toBeDefined()
  expect(address()).toBe('/maint')
})

test('a portal that starts under maintenance shows it at every address', async () => {
  const { address } = await renderPortal({
    path: '/services-products',
    site: aSite({ underMaintenance: true }),
    visits: ['/maint'],
    answers: { [check]: { underMaintenance: true } },
  })
  expect(await maintenanceHeading()).toBeDefined()
  expect(address()).toBe('/maint')
  expect(screen.queryByRole('banner')).toBeNull()
})

test('a call refused with 503 while maintenance is on leads to the page', async () => {
  const { address } = await renderPortal({
    path: '/legal-terms',
    visits: ['/maint'],
    answers: { 'GET /v3/site/contents/legalContent': aProblem(503), [check]: { underMaintenance: true } },
  })
  expect(await maintenanceHeading()).toBeDefined()
  expect(address()).toBe('/maint')
})
