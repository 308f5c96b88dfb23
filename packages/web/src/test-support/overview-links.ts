import { screen, within } from '@testing-library/react'
import { openOverview } from './open-overview.tsx'

export const features = [
  'Outage',
  'Notifications',
  'Arrangements',
  'Autopay',
  'AverageBilling',
  'RoundUp',
  'Usages',
  'OnlineServiceOrder',
  'PaperlessAccountEnabled',
]
export const configuration = {
  allowSubscribeForNotification: true,
  serviceRequestMenuEnabled: true,
  allowCreditDraft: true,
  allowBankDraft: true,
  myMeterAvailable: true,
}
type Options = NonNullable<Parameters<typeof openOverview>[0]>
export const meters = { collectMeterReading: 'Y', meterSenseccUrl: 'https://meter.example.org/' } as const

/** Opens the overview of an account with everything that a link may depend on; waits for the links. */
export async function openLinks({ info = {}, ...more }: Options = {}) {
  const portal = await openOverview({
    site: { features, configuration },
    ...more,
    info: { ...meters, ...info },
  })
  await screen.findByRole('region', { name: 'Quick links' })
  return portal
}
/** The links of a region of the overview, each with its name and address. */
export const linksOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)
