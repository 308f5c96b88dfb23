import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { MoneyField } from './money-field.tsx'
import { visibleRefusals, WithRefusals } from './test-refusals.ts'

const refusal = 'Please type the amount.'
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Payment amount' })

function showField(props: Partial<Parameters<typeof MoneyField>[0]> = {}) {
  render(<MoneyField label="Payment amount" onFormat={(typed) => typed} pasteRefusedText={refusal} {...props} />, {
    wrapper: WithRefusals,
  })
}

describe('typing', () => {
  test('accepts digits and one decimal point, and no letters, symbols or second point [QP-17]', async () => {
    showField()
    await userEvent.type(input(), '-$12e3.4.5x')
    expect(input().value).toBe('123.45')
    expect(visibleRefusals()).toEqual(['not-an-amount'])
  })

  test('a typed comma stays, so that 142,37 does not become 14237 [QP-17]', async () => {
    showField()
    await userEvent.type(input(), '142,37')
    expect(input().value).toBe('142,37')
    await userEvent.clear(input())
    await userEvent.type(input(), '1.234,56')
    expect(input().value).toBe('1.234,56')
    expect(visibleRefusals()).toEqual([])
  })

  test('the 14th character is not accepted [PA-01]', async () => {
    showField()
    await userEvent.type(input(), '9999999999.991')
    expect(input().value).toBe('9999999999.99')
    expect(input().value).toHaveLength(13)
  })

  test('a phone shows its decimal keypad', () => {
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
    expect(visibleRefusals()).toEqual([refusal])

    await user.type(input(), '0')
    expect(input().value).toBe('50')
    expect(visibleRefusals()).toEqual([])
  })

  test('dropping is blocked in the same way [QP-18]', () => {
    showField()
    const drop = createEvent.drop(input())
    fireEvent(input(), drop)
    expect(drop.defaultPrevented).toBe(true)
    expect(visibleRefusals()).toEqual([refusal])
  })

  test.each([
    ['$1,234.56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    ['142,37', '142.37'],
    ['1,234', '1234'],
  ])('where pasting is allowed, the pasted amount %s is written %s [REQ-D-269]', async (pasted, written) => {
    showField({ pasteRefusedText: undefined })
    const user = userEvent.setup()
    await user.click(input())
    await user.paste(pasted)
    expect(input().value).toBe(written)
    expect(visibleRefusals()).toEqual([])
  })

  test.each(['1,5 or so', '142.37 and 5.00', '12:30'])(
    'pasted text that is not an amount stays in full and is refused: %s [REQ-D-269]',
    async (pasted) => {
      showField({ pasteRefusedText: undefined })
      const user = userEvent.setup()
      await user.click(input())
      await user.paste(pasted)
      expect(input().value).toBe(pasted)
      expect(visibleRefusals()).toEqual(['not-an-amount'])
    },
  )
})

describe('leaving the field', () => {
  test("leaving the field formats the amount before the page's blur handler runs", async () => {
    const onBlur = vi.fn<(value: string) => void>()
    showField({
      onFormat: (typed) => `${typed}.00`,
      onBlur: (event) => onBlur(event.currentTarget.value),
    })
    await userEvent.type(input(), '25')
    await userEvent.tab()
    expect(input().value).toBe('25.00')
    expect(onBlur).toHaveBeenCalledExactlyOnceWith('25.00')
  })

  test('a form that listens to changes receives the formatted amount', async () => {
    const values: string[] = []
    showField({ onFormat: () => '25.00', onChange: (event) => values.push(event.currentTarget.value) })
    await userEvent.type(input(), '25')
    await userEvent.tab()
    expect(values).toEqual(['2', '25', '25.00'])
  })

  test('a formatted amount may be longer than what can be typed', async () => {
    showField({ onFormat: (typed) => `${typed}.00` })
    await userEvent.type(input(), '10000000000')
    await userEvent.tab()
    expect(input().value).toBe('10000000000.00')
  })
})
