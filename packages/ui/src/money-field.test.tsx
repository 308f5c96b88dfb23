import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { MoneyField } from './money-field.tsx'

const refusal = 'Please type the amount.'
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Payment amount' })

function showField(props: Partial<Parameters<typeof MoneyField>[0]> = {}) {
  render(<MoneyField label="Payment amount" onFormat={(typed) => typed} pasteRefusedText={refusal} {...props} />)
}

describe('typing', () => {
  test('digits and one decimal point can be typed, letters, signs and a second point cannot [QP-17]', async () => {
    showField()
    await userEvent.type(input(), '-$1,2e3.4.5x')
    expect(input().value).toBe('123.45')
  })

  test('the 14th character is not accepted [PA-01]', async () => {
    showField()
    await userEvent.type(input(), '9999999999.991')
    expect(input().value).toBe('9999999999.99')
    expect(input().value).toHaveLength(13)
  })

  test('a phone is asked for its decimal pad', () => {
    showField()
    expect(input().inputMode).toBe('decimal')
  })
})

describe('pasting and dropping', () => {
  test('pasting is blocked, and the field says so until something is typed [QP-18]', async () => {
    showField({ defaultValue: '5' })
    const user = userEvent.setup()
    await user.click(input())
    await user.paste('12.34')
    expect(input().value).toBe('5')
    expect(screen.getByRole('status').textContent).toBe(refusal)

    await user.type(input(), '0')
    expect(input().value).toBe('50')
    expect(screen.getByRole('status').textContent).toBe('')
  })

  test('dropping is blocked in the same way [QP-18]', () => {
    showField()
    const drop = createEvent.drop(input())
    fireEvent(input(), drop)
    expect(drop.defaultPrevented).toBe(true)
    expect(screen.getByRole('status').textContent).toBe(refusal)
  })
})

describe('leaving the field', () => {
  test("shows the text as the page formats it, before the page's blur handler runs", async () => {
    const left = vi.fn<(value: string) => void>()
    showField({
      onFormat: (typed) => `${typed}.00`,
      onBlur: (event) => left(event.currentTarget.value),
    })
    await userEvent.type(input(), '25')
    await userEvent.tab()
    expect(input().value).toBe('25.00')
    expect(left).toHaveBeenCalledExactlyOnceWith('25.00')
  })

  test('a form that listens to changes receives the formatted amount', async () => {
    const heard: string[] = []
    showField({ onFormat: () => '25.00', onChange: (event) => heard.push(event.currentTarget.value) })
    await userEvent.type(input(), '25')
    await userEvent.tab()
    expect(heard).toEqual(['2', '25', '25.00'])
  })

  test('a formatted amount may be longer than what can be typed', async () => {
    showField({ onFormat: (typed) => `${typed}.00` })
    await userEvent.type(input(), '10000000000')
    await userEvent.tab()
    expect(input().value).toBe('10000000000.00')
  })
})
