import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../test-support/a-site.ts'
import { renderPortal } from '../../test-support/render-portal.tsx'

const footer = () => within(screen.getByRole('contentinfo'))

test('the footer shows About Us with its markup [SH-02, SH-55, ST-12]', async () => {
  const aboutUs = [{ t: 'p', c: ['Owned by the ', { t: 'strong', c: ['members'] }, ' it serves.'] }]
  await renderPortal({ site: aSite({ settings: { aboutUs } }) })
  expect(footer().getByRole('heading', { name: 'About Us' })).toBeDefined()
  expect(footer().getByText('members').tagName).toBe('STRONG')
})

test.each([
  ['facebookUrl', 'Facebook', 'ST-01'],
  ['twitterUrl', 'Twitter', 'ST-02'],
  ['youtubeUrl', 'YouTube', 'ST-03'],
  ['instagramUrl', 'Instagram', 'ST-04'],
  ['pinterestUrl', 'Pinterest', 'ST-05'],
  ['yelpUrl', 'Yelp', 'ST-06'],
  ['linkedInUrl', 'LinkedIn', 'ST-07'],
  ['coopWebsiteUrl', 'Prairie Ridge Electric Cooperative website', 'ST-16'],
] as const)(
  'with %s the footer links to %s, and to no other page of the cooperative [%s]',
  async (setting, name, _id) => {
    await renderPortal({ site: aSite({ settings: { [setting]: 'https://example.org/coop' } }) })
    const links = footer()
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href') === 'https://example.org/coop')
    expect(links.map(({ textContent }) => textContent)).toEqual([name])
    const list = within(links[0]?.closest('ul') as HTMLElement)
    expect(list.getAllByRole('link')).toEqual(links)
  },
)

test('without an address the footer shows no social link [SH-56]', async () => {
  await renderPortal({ site: aSite({ settings: { yelpUrl: '' } }) })
  expect(footer().queryByRole('link', { name: 'Yelp' })).toBeNull()
  expect(footer().queryByRole('heading', { name: 'Follow us' })).toBeNull()
})

test.each([
  ['phoneNumber', '(715) 555-0100', 'tel:7155550100', 'SH-57, ST-08'],
  ['officeHours', 'Monday to Friday', null, 'SH-57, ST-09'],
  ['email', 'office@coop.example.org', 'mailto:office@coop.example.org', 'SH-57, ST-10'],
  ['address', '100 Ridge Road', null, 'SH-57, ST-11'],
  ['emergencyContactNumber', '(715) 555-0199', 'tel:7155550199', 'SH-57, ST-14'],
] as const)('with %s the footer shows %s, with the address %s [%s]', async (setting, shown, href, _id) => {
  await renderPortal({ site: aSite({ settings: { [setting]: shown } }) })
  expect(footer().getByRole('heading', { name: 'Contact' })).toBeDefined()
  expect(footer().getByText(shown).closest('a')?.getAttribute('href') ?? null).toBe(href)
})

test('with coopContactUsLink the footer has the contact link [SH-57, ST-13]', async () => {
  await renderPortal({ site: aSite({ settings: { coopContactUsLink: 'https://coop.example.org/contact' } }) })
  expect(footer().getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe(
    'https://coop.example.org/contact',
  )
})

test('the footer shows no label for a contact that is not set', async () => {
  await renderPortal({ site: aSite() })
  expect(footer().queryByText('Phone')).toBeNull()
  expect(footer().queryByRole('heading', { name: 'Contact' })).toBeNull()
})

test('the footer has a link to the terms at /legal-terms [SH-58]', async () => {
  await renderPortal()
  expect(footer().getByRole('link', { name: 'Terms of Use' }).getAttribute('href')).toBe('/legal-terms')
})

test('the copyright line has the year and the caption [SH-59, ST-17]', async () => {
  await renderPortal({ site: aSite({ settings: { copyright: { year: '2026', caption: 'Ridge Power' } } }) })
  expect(footer().getByText('© 2026 Ridge Power')).toBeDefined()
})

test('without a caption the copyright line has the name of the cooperative [SH-59, ST-15]', async () => {
  await renderPortal({ site: aSite({ settings: { copyright: { year: '2026', caption: '' } } }) })
  expect(footer().getByText('© 2026 Prairie Ridge Electric Cooperative')).toBeDefined()
})

test('the footer shows the version number [SH-60, ST-18]', async () => {
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
