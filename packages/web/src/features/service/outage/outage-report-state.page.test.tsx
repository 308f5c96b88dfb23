import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'

const of = (call: string) => `GET /v3/members/M1001/accounts/000100200300/${call}`
const none = 'There are no active outages at this location.'

const open = async (path: string, status: { readonly isActive?: boolean; readonly reportedAt?: string }) =>
  renderPortal({
    path,
    site: aSite({ features: ['Outage'] }),
    session: storedMember,
    answers: {
      [accountsLine]: theirAccounts(),
      [of('outage-account-info')]: {
        serviceAddress: '1400 Prairie View Rd, Cloverdale, WI 54001',
        accountType: 'Electric',
        derivedStatus: 'Current',
        locationId: 'L-77',
      },
      [of('outage-status')]: {
        isActive: false,
        estimatedTimeOfRestoration: null,
        reportedAt: null,
        incident: null,
        ...status,
      },
      [of('outages-info')]: {
        problems: [{ outageDescription: 'The power is out' }],
        hideOutageCallBackRequest: 'Y',
        callbackCheckBoxDefaultValue: 'N',
        contactPhones: [],
      },
      'GET /v3/site/ats-config-settings': {
        results: [
          { key: 'timeZone', value: 'America/Chicago' },
          { key: 'hideNonElectricOutage', value: 'N' },
        ],
      },
    },
  })

test('says only that a report is being checked after the member made one [OU-12]', async () => {
  await open('/outage-status', { reportedAt: new Date().toISOString() })
  expect(await screen.findByText(/^You reported an outage at /u)).toBeDefined()
  expect(screen.queryByText(none)).toBeNull()
})

test('opens the form when a link asks to report an outage [OU-03]', async () => {
  await open('/outage-status?tab=report', {})
  expect(await screen.findByLabelText('What is the problem?')).toBeDefined()
})

test('opens the status for that link where no report can be made [OU-03]', async () => {
  await open('/outage-status?tab=report', { isActive: true })
  expect((await screen.findByRole('tab', { name: 'Status' })).getAttribute('aria-selected')).toBe('true')
})
