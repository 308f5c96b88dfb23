import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import { InfoTip } from './info-tip.tsx'
import { SelectField } from './select-field.tsx'
import { visibleRefusals, WithRefusals } from './test-refusals.ts'
import { TextareaField } from './textarea-field.tsx'
import { TextField } from './text-field.tsx'
import { withoutCharacters } from './typing-rule.ts'

test('label, hint and error belong to the input, and pressing the label goes to it', async () => {
  render(<TextField label="E-mail" hint="For the receipt" error="Enter an e-mail address" />)
  const input = screen.getByRole('textbox', { name: 'E-mail' })
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'For the receipt',
    'Enter an e-mail address',
  ])
  expect(input.getAttribute('aria-invalid')).toBe('true')

  await userEvent.click(screen.getByText('E-mail'))
  expect(document.activeElement).toBe(input)
})

test('without hint and error nothing is announced beside the label', () => {
  render(<TextField label="E-mail" error="" />)
  const input = screen.getByRole('textbox', { name: 'E-mail' })
  expect(input.hasAttribute('aria-describedby')).toBe(false)
  expect(input.hasAttribute('aria-invalid')).toBe(false)
})

test('a field that may stay empty says so in its label', () => {
  render(<TextField label="Nickname" optionalText="optional" />)
  expect(screen.getByLabelText('Nickname (optional)')).toBeTruthy()
})

test('more words about a field are beside its label, not in its name', () => {
  render(<TextField label="Amount" tip={<InfoTip label="About the amount">You may pay more.</InfoTip>} />)
  expect(screen.getByRole('textbox', { name: 'Amount' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'About the amount' })).toBeTruthy()
})

test('a form library can take hold of the input by ref and name', () => {
  const ref = createRef<HTMLInputElement>()
  render(<TextField label="E-mail" ref={ref} name="email" id="receipt-email" autoComplete="email" type="email" />)
  expect(ref.current).toMatchObject({ name: 'email', id: 'receipt-email', autocomplete: 'email', type: 'email' })
})

test('a select offers its placeholder first and reports the choice', async () => {
  const heard: string[] = []
  render(
    <SelectField
      label="Account"
      placeholder="Choose an account"
      options={[
        { value: '1', text: 'Farm' },
        { value: '2', text: 'House' },
      ]}
      onChange={(event) => heard.push(event.currentTarget.value)}
    />,
  )
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Account' })
  expect(select.value).toBe('')
  await userEvent.selectOptions(select, 'House')
  expect(heard).toEqual(['2'])
})

test.each([
  ['one line', <TextField key="a" label="Remarks" maxLength={5} />],
  ['several lines', <TextareaField key="b" label="Remarks" maxLength={5} />],
])(
  '%s: a key beyond the maximum does nothing and says so; longer text that is pasted stays whole [REQ-D-295]',
  async (_kind, field) => {
    render(field, { wrapper: WithRefusals })
    const remarks = screen.getByLabelText<HTMLInputElement>('Remarks')
    const user = userEvent.setup()
    await user.type(remarks, 'abcdef')
    expect(remarks.value).toBe('abcde')
    expect(visibleRefusals()).toEqual(['too-long 5'])
    await user.clear(remarks)
    expect(visibleRefusals()).toEqual([])
    await user.paste('abcdefgh')
    expect(remarks.value).toBe('abcdefgh')
    expect(visibleRefusals()).toEqual(['too-long 5'])
  },
)

test('a character that a field does not take is named; pasted with other text, it stays [REQ-D-295]', async () => {
  render(<TextField label="City" typing={withoutCharacters('"|')} />, { wrapper: WithRefusals })
  const city = screen.getByLabelText<HTMLInputElement>('City')
  const user = userEvent.setup()
  await user.type(city, 'La|ke')
  expect(city.value).toBe('Lake')
  await user.clear(city)
  await user.paste('La"ke')
  expect(city.value).toBe('La"ke')
  expect(visibleRefusals()).toEqual(['character "'])
})
