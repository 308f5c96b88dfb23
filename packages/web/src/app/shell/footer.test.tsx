import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../test-support/a-site.ts'
import { renderPortal } from '../../test-support/render-portal.tsx'

const footer = () => within(screen.getByRole('contentinfo'))

test('the footer shows About Us with its markup [SH-02, SH-55]', async () => {
  const aboutUs = [{ t: 'p', c: ['Owned by the ', { t: 'strong', c: ['members'] }, ' it serves.'] }]
  await renderPortal({ site: aSite({ settings: { aboutUs } }) })
  expect(footer().getByRole('heading', { name: 'About Us' })).toBeDefined()
  expect(footer().getByText('members').tagName).toBe('STRONG')
})

test('the footer shows the social links that have an address, and no others [SH-56]', async () => {
  const settings = {
    facebookUrl: 'https://facebook.example/coop',
    twitterUrl: 'https://twitter.example/coop',
    youtubeUrl: 'https://youtube.example/coop',
    instagramUrl: 'https://instagram.example/coop',
    pinterestUrl: 'https://pinterest.example/coop',
    yelpUrl: '',
    linkedInUrl: 'https://linkedin.example/coop',
  }
  await renderPortal({ site: aSite({ settings }) })
  for (const name of ['Facebook', 'Twitter', 'YouTube', 'Instagram', 'Pinterest', 'LinkedIn']) {
    expect(footer().getByRole('link', { name }).getAttribute('href')).toBe(`https://${name.toLowerCase()}.example/coop`)
  }
  expect(footer().queryByRole('link', { name: 'Yelp' })).toBeNull()
})

test('the footer shows phone, emergency number, hours, e-mail, address and the contact link [SH-57]', async () => {
  const settings = {
    phoneNumber: '(715) 555-0100',
    emergencyContactNumber: '(715) 555-0199',
    officeHours: 'Monday to Friday',
    email: 'office@coop.example.org',
    address: '100 Ridge Road',
    coopContactUsLink: 'https://coop.example.org/contact',
  }
  await renderPortal({ site: aSite({ settings }) })
  expect(footer().getByRole('link', { name: '(715) 555-0100' }).getAttribute('href')).toBe('tel:7155550100')
  expect(footer().getByRole('link', { name: '(715) 555-0199' }).getAttribute('href')).toBe('tel:7155550199')
  expect(footer().getByText('Monday to Friday')).toBeDefined()
  expect(footer().getByRole('link', { name: 'office@coop.example.org' })).toBeDefined()
  expect(footer().getByText('100 Ridge Road')).toBeDefined()
  expect(footer().getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe(
    'https://coop.example.org/contact',
  )
})

test('shows no label for a contact that is not set', async () => {
  await renderPortal({ site: aSite() })
  expect(footer().queryByText('Phone')).toBeNull()
  expect(footer().queryByRole('heading', { name: 'Contact' })).toBeNull()
})

test('the footer has a link to the terms at /legal-terms [SH-58]', async () => {
  await renderPortal()
  expect(footer().getByRole('link', { name: 'Terms of Use' }).getAttribute('href')).toBe('/legal-terms')
})

test('the copyright line has the year and the caption [SH-59]', async () => {
  await renderPortal({ site: aSite({ settings: { copyright: { year: '2026', caption: 'Ridge Power' } } }) })
  expect(footer().getByText('© 2026 Ridge Power')).toBeDefined()
})

test('without a caption the copyright line has the name of the cooperative [SH-59]', async () => {
  await renderPortal({ site: aSite({ settings: { copyright: { year: '2026', caption: '' } } }) })
  expect(footer().getByText('© 2026 Prairie Ridge Electric Cooperative')).toBeDefined()
})

test('the footer shows the version number [SH-60]', async () => {
  await renderPortal({ site: aSite({ settings: { appVersion: '4.2.1' } }) })
  expect(footer().getByText('Version 4.2.1')).toBeDefined()
})

test('a visitor chooses light or dark, keeps the choice, and can match the device again', async () => {
  const { user } = await renderPortal()
  const choice = footer().getByRole('combobox', { name: 'Appearance' })
  await user.selectOptions(choice, 'Dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('mcp_theme')).toBe('dark')
  expect(document.cookie).toContain('coopline_theme=dark')
  await user.selectOptions(choice, 'Match device')
  expect(document.documentElement.dataset['theme']).toBeUndefined()
  expect(localStorage.getItem('mcp_theme')).toBeNull()
  expect(document.cookie).not.toContain('coopline_theme=dark')
})
