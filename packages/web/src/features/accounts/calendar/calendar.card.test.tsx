import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loadTexts } from '../../../portal/text/text-store.ts'
import { aProblem } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'

const line = (method: string) => `${method} /v3/members/M1001/calendar`
const since = '2027-03-01T14:00:00Z'
const address = 'https://portal.example.org/calendar/secret-1.ics'

async function open(answers: Readonly<Record<string, unknown>> = {}) {
  const changeable: Record<string, unknown> = { [line('GET')]: { since: null }, ...answers }
  for (const section of ['accounts', 'calendar'] as const) await loadTexts('en', section)
  const portal = await renderPortal({ path: '/account-management', session: storedMember, answers: changeable })
  const card = within(await screen.findByRole('region', { name: 'Due dates in your calendar' }))
  const sent = (method: string) => portal.calls.filter((call) => call.line === line(method))
  return { ...portal, answers: changeable, card, sent }
}

const inDialog = (name: string) => within(screen.getByRole('dialog', { name }))

test('shows the address once when the calendar is turned on, to subscribe with or to copy', async () => {
  const { user, card } = await open({ [line('POST')]: { since, address } })
  expect(await card.findByText('Your calendar is off.')).toBeDefined()
  await user.click(card.getByRole('button', { name: 'Turn on' }))
  expect(await card.findByText('Your calendar is on.')).toBeDefined()
  expect(card.getByRole<HTMLInputElement>('textbox', { name: 'Calendar address' }).value).toBe(address)
  expect(card.getByRole('link', { name: 'Subscribe on this device' }).getAttribute('href')).toBe(
    'webcal://portal.example.org/calendar/secret-1.ics',
  )
  expect(card.getByRole('button', { name: 'Copy address' })).toBeDefined()
  expect(card.getByText(/^Your calendar has been on since 03\/01\/2027/u)).toBeDefined()
})

test('a calendar that is on says since when, and shows no address', async () => {
  const { card } = await open({ [line('GET')]: { since } })
  expect(await card.findByText(/^Your calendar has been on since/u)).toBeDefined()
  expect(card.queryByRole('textbox')).toBeNull()
})

test('asks before it creates a new address', async () => {
  const { user, card, sent } = await open({ [line('GET')]: { since }, [line('POST')]: { since, address } })
  await user.click(await card.findByRole('button', { name: 'Create a new address' }))
  expect(sent('POST')).toEqual([])
  await user.click(inDialog('Create a new address?').getByRole('button', { name: 'Create a new address' }))
  expect(await card.findByText('You have a new calendar address. The old one no longer works.')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks before it turns the calendar off, and then removes the address from the page', async () => {
  const { user, card, sent } = await open({
    [line('POST')]: { since, address },
    [line('DELETE')]: { since: null },
  })
  await user.click(await card.findByRole('button', { name: 'Turn on' }))
  await user.click(await card.findByRole('button', { name: 'Turn off' }))
  const dialog = inDialog('Turn off the calendar?')
  expect(sent('DELETE')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Turn off' }))
  expect(await card.findByText('Your calendar is off. The address no longer works.')).toBeDefined()
  expect(card.queryByRole('textbox')).toBeNull()
  expect(card.getByRole('button', { name: 'Turn on' })).toBeDefined()
})

test('a failure shows in its dialog, and the calendar stays unchanged', async () => {
  const { user, card } = await open({ [line('GET')]: { since }, [line('DELETE')]: aProblem(500) })
  await user.click(await card.findByRole('button', { name: 'Turn off' }))
  const dialog = inDialog('Turn off the calendar?')
  await user.click(dialog.getByRole('button', { name: 'Turn off' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('We are unable to process your request')
  await user.click(dialog.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
  await waitFor(() => expect(card.getByText(/^Your calendar has been on since/u)).toBeDefined())
})

test('leaves another question open when a new address arrives late, and shows the address', async () => {
  const answer = Promise.withResolvers<object>()
  const { user, card } = await open({ [line('GET')]: { since }, [line('POST')]: answer.promise })
  await user.click(await card.findByRole('button', { name: 'Create a new address' }))
  const first = inDialog('Create a new address?')
  await user.click(first.getByRole('button', { name: 'Create a new address' }))
  await user.click(first.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
  await user.click(card.getByRole('button', { name: 'Turn off' }))
  answer.resolve({ since, address })
  expect(await screen.findByText('You have a new calendar address. The old one no longer works.')).toBeDefined()
  expect(screen.getByRole('dialog', { name: 'Turn off the calendar?' })).toBeDefined()
})

test('is turned off only after the answer to a new address, which would otherwise say last that it is on', async () => {
  const answer = Promise.withResolvers<object>()
  const { user, card, sent } = await open({
    [line('GET')]: { since },
    [line('POST')]: answer.promise,
    [line('DELETE')]: { since: null },
  })
  await user.click(await card.findByRole('button', { name: 'Create a new address' }))
  const first = inDialog('Create a new address?')
  await user.click(first.getByRole('button', { name: 'Create a new address' }))
  await user.click(first.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
  await user.click(card.getByRole('button', { name: 'Turn off' }))
  const second = inDialog('Turn off the calendar?')
  await user.click(second.getByRole('button', { name: /^(?:Turn off|Creating…)$/u }))
  expect(sent('DELETE')).toEqual([])
  answer.resolve({ since, address })
  await card.findByText('You have a new calendar address. The old one no longer works.')
  await user.click(second.getByRole('button', { name: 'Turn off' }))
  expect(await card.findByText('Your calendar is off. The address no longer works.')).toBeDefined()
  expect(card.queryByRole('textbox')).toBeNull()
})

test('asks again without the failure of an earlier answer', async () => {
  const { user, card } = await open({ [line('GET')]: { since }, [line('DELETE')]: aProblem(500) })
  await user.click(await card.findByRole('button', { name: 'Turn off' }))
  await user.click(inDialog('Turn off the calendar?').getByRole('button', { name: 'Turn off' }))
  await screen.findByRole('alert')
  await user.click(screen.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
  await user.click(card.getByRole('button', { name: 'Turn off' }))
  expect(inDialog('Turn off the calendar?').queryByRole('alert')).toBeNull()
})
