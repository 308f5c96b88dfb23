import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { infoLine } from '../../../test-support/overview-answers.ts'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

const open = async (meterSenseccUrl: string) => {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  await renderPortal({
    path: '/meter-sense-cc',
    session: storedMember,
    visits: ['/accountoverview'],
    answers: { [accountsLine]: theirAccounts(), [infoLine]: theirAccount.toInfo({ meterSenseccUrl }) },
  })
  return replace
}

it('forwards to the MeterSense address of the account [AO-37]', async () => {
  const replace = await open('https://meter.example.org/a?b=1')
  await waitFor(() => expect(replace.mock.calls).toEqual([['https://meter.example.org/a?b=1']]))
})

it.each(['', 'http://meter.example.org/', 'javascript:alert(1)', 'https://coop@meter.example.org/'])(
  'goes nowhere for the address %j, and says so [AO-37]',
  async (url) => {
    const replace = await open(url)
    expect(await screen.findByText('MeterSense is not available for this account.')).toBeDefined()
    expect(replace).not.toHaveBeenCalled()
    expect(screen.getByRole('link', { name: 'Return to account overview' })).toBeDefined()
  },
)

it('leads a visitor to sign in', async () => {
  const { address } = await renderPortal({ path: '/meter-sense-cc', visits: ['/login'] })
  await waitFor(() => expect(address()).toMatch(/^\/login/u))
})
