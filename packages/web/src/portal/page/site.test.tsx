import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../test-support/a-site.ts'
import { renderPortal } from '../../test-support/render-portal.tsx'

const words = (text: string) => [{ t: 'p', c: [text] }]
const footer = () => within(screen.getByRole('contentinfo'))
const bilingual = aSite({
  settings: { officeHours: 'Monday to Friday', aboutUs: words('Owned by members.'), address: '100 Ridge Road' },
  configuration: { displayEmergencyAnnouncement: true, emergencyAnnouncementMessage: words('Line down.') },
  spanish: {
    settings: { officeHours: 'Lunes a viernes', aboutUs: words('De sus miembros.') },
    configuration: { emergencyAnnouncementMessage: words('Línea caída.') },
  },
})

test("shows the cooperative's Spanish texts in Spanish, and its English texts where there is no Spanish", async () => {
  await renderPortal({ site: bilingual, language: 'es' })
  expect(footer().getByText('Lunes a viernes')).toBeDefined()
  expect(footer().getByText('De sus miembros.')).toBeDefined()
  expect(footer().getByText('100 Ridge Road')).toBeDefined()
  expect(screen.getByText('Línea caída.')).toBeDefined()
  for (const english of ['Monday to Friday', 'Owned by members.', 'Line down.'])
    expect(screen.queryByText(english)).toBeNull()
})

test('the texts change with the language on the screen, there and back', async () => {
  const { user } = await renderPortal({ site: bilingual })
  expect(footer().getByText('Monday to Friday')).toBeDefined()
  await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Español' }))
  expect(await footer().findByText('Lunes a viernes')).toBeDefined()
  await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'English' }))
  expect(await footer().findByText('Monday to Friday')).toBeDefined()
})
