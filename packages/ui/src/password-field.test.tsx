import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { PasswordField } from './password-field.tsx'
import { visibleRefusals, WithRefusals } from './test-refusals.ts'

const words = {
  show: 'Show',
  showName: 'Show password',
  hide: 'Hide',
  hideName: 'Hide password',
  shown: 'Your password is visible.',
  hidden: 'Your password is hidden.',
  pasteRefused: 'Please type it.',
}
const field = () => screen.getByLabelText<HTMLInputElement>('Password')
const draw = (allowPaste: boolean, maxLength = 50) =>
  render(
    <PasswordField
      label="Password"
      words={words}
      allowPaste={allowPaste}
      maxLength={maxLength}
      autoComplete="current-password"
    />,
    { wrapper: WithRefusals },
  )

describe('what gets in', () => {
  test('a typed space does nothing, and the field says so [LG-20]', async () => {
    draw(true)
    await userEvent.type(field(), 'a b  c ')
    expect(field().value).toBe('abc')
    expect(visibleRefusals()).toEqual(['spaces-left-out'])
  })

  test('a password manager that fills in a space leaves none [LG-20]', () => {
    draw(true)
    fireEvent.input(field(), { target: { value: ' Secret 1!' } })
    expect(field().value).toBe('Secret1!')
  })

  test('a pasted password loses its spaces, and the field says so [LG-20, LG-22]', async () => {
    draw(true)
    await userEvent.click(field())
    await userEvent.paste(' Blue Lantern7! ')
    expect(field().value).toBe('BlueLantern7!')
    expect(visibleRefusals()).toEqual(['spaces-left-out'])
  })

  test('a pasted password that is too long stays whole and is refused, and no more can be typed [LG-19]', async () => {
    draw(true, 8)
    await userEvent.click(field())
    await userEvent.paste('123456789')
    expect(field().value).toBe('123456789')
    expect(visibleRefusals()).toEqual(['too-long 8'])
    await userEvent.type(field(), '0')
    expect(field().value).toBe('123456789')
  })

  test('where pasting is not allowed nothing gets in, and the field says why [LG-22]', async () => {
    draw(false)
    await userEvent.click(field())
    await userEvent.paste('Secret1!')
    expect(field().value).toBe('')
    expect(visibleRefusals()).toEqual(['Please type it.'])
    await userEvent.type(field(), 'S')
    expect(visibleRefusals()).toEqual([])
  })

  test('nothing can be dropped on it [LG-21]', () => {
    draw(true)
    const drop = createEvent.drop(field())
    fireEvent(field(), drop)
    expect(drop.defaultPrevented).toBe(true)
  })
})

describe('showing it', () => {
  test('the password can be shown and hidden, and each change is announced', async () => {
    draw(true)
    expect(field().type).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field().type).toBe('text')
    expect(screen.getByText('Your password is visible.')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(field().type).toBe('password')
    expect(screen.getByText('Your password is hidden.')).toBeDefined()
  })

  test('axe finds nothing', async () => {
    const { baseElement } = draw(true)
    const { violations } = await axe.run(baseElement, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    })
    expect(violations.map(({ id }) => id)).toEqual([])
  })
})
