import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../test-support/a-site.ts'
import { renderPortal } from '../../test-support/render-portal.tsx'
import { announcementHash } from './announcement-hash.ts'

const storm = [{ t: 'p', c: ['Storm tonight.'] }]
const withAnnouncement = (message: typeof storm, on = true) =>
  aSite({ configuration: { displayEmergencyAnnouncement: on, emergencyAnnouncementMessage: message } })

const banner = () => screen.queryByRole('region', { name: 'Announcement' })

test('the announcement shows when it is on and has a message [SH-08, SH-66, ST-34]', async () => {
  await renderPortal({ site: withAnnouncement(storm) })
  expect(banner()?.textContent).toContain('Storm tonight.')
})

test('the announcement does not show when it is off [SH-66, ST-33]', async () => {
  await renderPortal({ site: withAnnouncement(storm, false) })
  expect(banner()).toBeNull()
})

test('the announcement does not show without a message [SH-66]', async () => {
  await renderPortal({ site: withAnnouncement([]) })
  expect(banner()).toBeNull()
})

test('closing it stores the name of the message under mcp_announcementClosed [SH-67]', async () => {
  const { user } = await renderPortal({ site: withAnnouncement(storm) })
  await user.click(screen.getByRole('button', { name: 'Close the announcement' }))
  expect(banner()).toBeNull()
  expect(localStorage.getItem('mcp_announcementClosed')).toBe(announcementHash(storm))
  expect(document.cookie).toContain(`coopline_announcement=${announcementHash(storm)}`)
})

test('a closed announcement stays hidden [SH-68]', async () => {
  localStorage.setItem('mcp_announcementClosed', announcementHash(storm))
  await renderPortal({ site: withAnnouncement(storm) })
  expect(banner()).toBeNull()
})

test("the plain value 'true' hides any announcement [SH-68]", async () => {
  localStorage.setItem('mcp_announcementClosed', 'true')
  await renderPortal({ site: withAnnouncement(storm) })
  expect(banner()).toBeNull()
})

test('another message is shown although the one before was closed', async () => {
  localStorage.setItem('mcp_announcementClosed', announcementHash(storm))
  await renderPortal({ site: withAnnouncement([{ t: 'p', c: ['Ice tomorrow.'] }]) })
  expect(banner()?.textContent).toContain('Ice tomorrow.')
})
