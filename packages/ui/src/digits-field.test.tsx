import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { DigitsField } from './digits-field.tsx'
import { visibleRefusals, WithRefusals } from './test-refusals.ts'

const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

describe('typing', () => {
  test('keys that are not digits do nothing in an account number of at most 12 digits [QP-15]', async () => {
    render(<DigitsField label="Account number" maxDigits={12} />)
    await userEvent.type(input('Account number'), 'a1-2 3.4x')
    expect(input('Account number').value).toBe('1234')
  })

  test('keys that are not digits do nothing in the last 4 digits of the phone [QP-16]', async () => {
    render(<DigitsField label="Last 4 digits of phone" maxDigits={4} />)
    await userEvent.type(input('Last 4 digits of phone'), '0(1)0e0')
    expect(input('Last 4 digits of phone').value).toBe('0100')
  })

  test('a digit typed beyond the maximum does nothing, and one typed over a selection replaces it', async () => {
    render(<DigitsField label="Phone" maxDigits={4} />)
    const user = userEvent.setup()
    await user.type(input('Phone'), '01009')
    expect(input('Phone').value).toBe('0100')
    await user.type(input('Phone'), '7', { initialSelectionStart: 0, initialSelectionEnd: 1 })
    expect(input('Phone').value).toBe('7100')
  })

  test('says why a key did nothing, until the next one is taken [REQ-D-295]', async () => {
    render(<DigitsField label="Account number" maxDigits={2} />, { wrapper: WithRefusals })
    const user = userEvent.setup()
    await user.type(input('Account number'), 'N')
    expect(visibleRefusals()).toEqual(['digits-only'])
    await user.type(input('Account number'), '1')
    expect(visibleRefusals()).toEqual([])
    await user.type(input('Account number'), '23')
    expect(input('Account number').value).toBe('12')
    expect(visibleRefusals()).toEqual(['too-many-digits 2'])
    expect(input('Account number').getAttribute('aria-describedby')).toMatch(/-refusal$/u)
  })

  test('a phone shows its number pad', () => {
    render(<DigitsField label="Phone" />)
    expect(input('Phone').inputMode).toBe('numeric')
  })
})

describe('pasting', () => {
  test('a pasted account number keeps its digits and loses the blanks and hyphens between them [QP-15]', async () => {
    render(<DigitsField label="Account number" maxDigits={12} />)
    const user = userEvent.setup()
    await user.click(input('Account number'))
    await user.paste(' 1234-56\u00a078 ')
    expect(input('Account number').value).toBe('12345678')
  })

  test.each(['N6789', '123 1/2', 'No. 1234', '12.50', '-5'])(
    'the pasted text "%s" stays whole and is refused, because its digits alone are another number [REQ-D-295]',
    async (pasted) => {
      render(<DigitsField label="Street number" />, { wrapper: WithRefusals })
      const user = userEvent.setup()
      await user.click(input('Street number'))
      await user.paste(pasted)
      expect(input('Street number').value).toBe(pasted)
      expect(visibleRefusals()).toEqual(['digits-only'])
    },
  )

  test('a value that was refused can be corrected key by key', async () => {
    render(<DigitsField label="Street number" />, { wrapper: WithRefusals })
    const user = userEvent.setup()
    await user.click(input('Street number'))
    await user.paste('67/89')
    await user.keyboard('0{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}')
    expect(input('Street number').value).toBe('67890')
    expect(visibleRefusals()).toEqual([])
  })

  test('13 pasted digits are all kept, so that the check can refuse them instead of another account being paid', async () => {
    render(<DigitsField label="Account number" maxDigits={12} />, { wrapper: WithRefusals })
    const user = userEvent.setup()
    await user.click(input('Account number'))
    await user.paste('1234567890123')
    expect(input('Account number').value).toBe('1234567890123')
    expect(visibleRefusals()).toEqual(['too-many-digits 12'])
  })

  test('pasted text lands where the caret is, and the caret follows it', async () => {
    render(<DigitsField label="Account number" defaultValue="19" />)
    const user = userEvent.setup()
    await user.click(input('Account number'))
    input('Account number').setSelectionRange(1, 1)
    await user.paste('2-3')
    expect(input('Account number').value).toBe('1239')
    expect(input('Account number').selectionStart).toBe(3)
  })
})

test('a number that autofill writes loses its hyphens too', () => {
  render(<DigitsField label="Phone" />)
  input('Phone').value = '555-0100'
  input('Phone').dispatchEvent(new Event('input', { bubbles: true }))
  expect(input('Phone').value).toBe('5550100')
})

test('a page that keeps the value itself receives digits only', async () => {
  const heard: string[] = []
  function Page() {
    const [value, setValue] = useState('')
    const change = (next: string) => {
      heard.push(next)
      setValue(next)
    }
    return <DigitsField label="Phone" value={value} onChange={(event) => change(event.currentTarget.value)} />
  }
  render(<Page />)
  const user = userEvent.setup()
  await user.type(input('Phone'), '1x2')
  await user.paste('3-4')
  expect(heard).toEqual(['1', '12', '1234'])
})
