import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../test-support/a-site.ts'
import { openForm, saidWith, secret } from '../../test-support/open-registration.tsx'
import { loadStrengthEstimate } from './password-strength.ts'

test('the strength of the password is under its field in words, and changes with it [RG-35]', async () => {
  const { user } = await openForm()
  expect(screen.queryByText(/Password strength/u)).toBeNull()
  await user.type(secret('Password'), 'password')
  expect(await screen.findByText('Password strength: very weak')).toBeDefined()
  await user.type(secret('Password'), '-kiwi-Lampe9!Turm-gX7')
  expect(await screen.findByText('Password strength: strong')).toBeDefined()
  await user.clear(secret('Password'))
  expect(screen.queryByText(/Password strength/u)).toBeNull()
})

test('a password with the member’s own username in it is weak [RG-35]', async () => {
  const estimate = await loadStrengthEstimate()
  expect(estimate('zyxomaquela1', [])).toBeGreaterThan(estimate('zyxomaquela1', ['zyxomaquela']))
})

test('evaluates at most 50 characters [SEC-16]', async () => {
  const estimate = await loadStrengthEstimate()
  const startedAt = performance.now()
  expect(estimate('4@$1!0|7+5'.repeat(10_000), [])).toBe(estimate('4@$1!0|7+5'.repeat(5), []))
  // It is a tenth of that on a machine that does nothing else.
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

test('both passwords can be shown and hidden again [RG-36]', async () => {
  const { user } = await openForm()
  for (const [label, shows, hides] of [
    ['Password', 'Show password', 'Hide password'],
    ['Confirm password', 'Show confirm password', 'Hide confirm password'],
  ] as const) {
    expect(secret(label).type).toBe('password')
    await user.click(screen.getByRole('button', { name: shows }))
    expect(secret(label).type).toBe('text')
    await user.click(screen.getByRole('button', { name: hides }))
    expect(secret(label).type).toBe('password')
  }
})

test('each criterion is marked as met while the password is typed, in words too', async () => {
  const { user } = await openForm()
  const done = () =>
    within(document.getElementById(secret('Password').getAttribute('aria-describedby') ?? '') as HTMLElement)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
      .filter((text) => text.endsWith(': done'))
  expect(done()).toEqual([])
  await user.type(secret('Password'), 'abC')
  await waitFor(() => expect(done().map((text) => text.replace(/^•/u, ''))).toHaveLength(2))
  expect(saidWith(secret('Password'))[0]).toContain('8 to 50 characters')
})

test('a password can be pasted where the cooperative allows it [CG-30, FP-23]', async () => {
  const { user } = await openForm({}, { site: aSite({ settings: { allowPasswordPasting: true } }) })
  await user.click(secret('Confirm password'))
  await user.paste('gX7#pLq2vR')
  expect(secret('Confirm password').value).toBe('gX7#pLq2vR')
})

test('a password cannot be pasted where the cooperative forbids it, and the field says so [CG-30, FP-23]', async () => {
  const { user } = await openForm({}, { site: aSite({ settings: { allowPasswordPasting: false } }) })
  for (const label of ['Password', 'Confirm password']) {
    await user.click(secret(label))
    await user.paste('gX7#pLq2vR')
    expect(secret(label).value).toBe('')
  }
  expect(screen.getAllByText('Type your password. Pasting is turned off.')).toHaveLength(2)
})

test('a password takes no space', async () => {
  const { user } = await openForm()
  await user.click(secret('Password'))
  await user.paste('gX7# pLq2 vR')
  expect(secret('Password').value).toBe('gX7#pLq2vR')
})
