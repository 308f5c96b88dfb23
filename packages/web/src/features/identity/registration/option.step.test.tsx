import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import {
  button,
  field,
  heading,
  openOptions,
  openRegistration,
  optionsLine,
  saidWith,
  sendLine,
  someOptions,
} from '../../../test-support/open-registration.tsx'

const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const radios = () => screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).value)
const own = { [optionsLine]: someOptions({ allowUserProvidedContact: true }) }
const summaryLinks = (title = 'There is a problem') =>
  within(screen.getByRole('alert', { name: title }))
    .getAllByRole('link')
    .map((link) => link.textContent)

test("the stage is headed 'Send Verification Code' and has the button Send [RG-06, RG-05]", async () => {
  await openOptions()
  expect(screen.getByRole('heading', { level: 2, name: 'Send Verification Code' })).toBeDefined()
  expect(button('Send')).toBeDefined()
})

test('the step offers the cell phones and the addresses on file, masked [RG-16, DM-15]', async () => {
  await openOptions()
  expect(radios()).toEqual(['phone-1', 'email-1'])
  expect(radio('Text message to (***) ***-**46')).toBeDefined()
  expect(radio('Email to t***@example.org')).toBeDefined()
})

test('without text messages it offers no phone, not even another [DM-15]', async () => {
  await openOptions({ [optionsLine]: someOptions({ isSmsEnabled: false, allowUserProvidedContact: true }) })
  expect(radios()).toEqual(['email-1', 'email'])
})

test('without a choice nothing is sent, and the first choice gets the focus [RG-15]', async () => {
  const { user, sent } = await openOptions()
  await user.click(button('Send'))
  expect(summaryLinks()).toEqual(['Please select an authentication type to receive verification code.'])
  expect(sent(sendLine)).toEqual([])
})

test('Send asks for a code to the chosen contact [RG-05, DM-16, DM-19]', async () => {
  const { user, sent } = await openOptions()
  await user.click(radio('Text message to (***) ***-**46'))
  await user.click(button('Send'))
  await heading('Enter Verification Code')
  expect(sent(sendLine).map(bodyOf)).toEqual([{ accountNumber: '102000101', validatorResource: 'phone-1' }])
  expect(
    screen.getByText('We are sending a code to (***) ***-**46, unless too many codes were requested.'),
  ).toBeDefined()
})

test('shows a refusal, and disables the button until the choice changes [RG-11]', async () => {
  const refusal = aProblem(400, '', [{ code: 'x', message: 'The server’s own sentence.' }])
  const { user, sent, answers } = await openOptions({ [sendLine]: refusal })
  await user.click(radio('Email to t***@example.org'))
  await user.click(button('Send'))
  expect((await screen.findByRole('alert')).textContent).toBe('The server’s own sentence.')
  expect(button('Send').getAttribute('aria-disabled')).toBe('true')
  expect(saidWith(button('Send'))).toEqual(['Change your choice to try again.'])
  await user.click(button('Send'))
  expect(sent(sendLine)).toHaveLength(1)

  answers[sendLine] = { codeMinutes: 120 }
  await user.click(radio('Text message to (***) ***-**46'))
  await user.click(button('Send'))
  await heading('Enter Verification Code')
  expect(bodyOf(sent(sendLine)[1])).toEqual({ accountNumber: '102000101', validatorResource: 'phone-1' })
})

test('an answer that is not a refusal does not change Send: the one contact on file can be tried again [RG-11]', async () => {
  const { user, answers } = await openOptions({ [sendLine]: aProblem(503) })
  await user.click(radio('Email to t***@example.org'))
  await user.click(button('Send'))
  await screen.findByRole('alert')
  expect(button('Send').getAttribute('aria-disabled')).toBeNull()
  answers[sendLine] = { codeMinutes: 120 }
  await user.click(button('Send'))
  await heading('Enter Verification Code')
})

test('Back leads to the account number, which is still there [RG-04]', async () => {
  const { user } = await openOptions()
  await user.click(button('Back'))
  await heading('Your account')
  expect(field('Account number').value).toBe('102000101')
})

describe('a contact of their own', () => {
  test('is offered beside the others only where the cooperative allows it [CF-12, CG-11, RG-17]', async () => {
    await openOptions(own)
    expect(radios()).toEqual(['phone-1', 'email-1', 'email', 'phone'])
    cleanup()
    await openOptions({ [optionsLine]: someOptions({ allowUserProvidedContact: false }) })
    expect(radios()).toEqual(['phone-1', 'email-1'])
  })

  test("an invalid address is refused: 'Please enter a valid email address.' [RG-17]", async () => {
    const { user, sent } = await openOptions(own)
    await user.click(radio('A different email address'))
    await user.type(field('Email address'), 'tess@example')
    await user.type(field('Amount of your last bill'), '142.37')
    await user.click(button('Send'))
    expect(summaryLinks()).toEqual(['Please enter a valid email address.'])
    expect(saidWith(field('Email address'))).toContain('Please enter a valid email address.')
    expect(sent(sendLine)).toEqual([])
  })

  test('a long ending is refused where the cooperative is strict [RG-17]', async () => {
    const { user } = await openOptions(own, { site: aSite({ settings: { STRICT_EMAIL_ENDING: true } }) })
    await user.click(radio('A different email address'))
    await user.type(field('Email address'), 'tess@example.energy')
    await user.type(field('Amount of your last bill'), '142.37')
    await user.click(button('Send'))
    expect(summaryLinks()).toEqual(['Please enter a valid email address.'])
  })

  test("an invalid phone is refused: 'Please enter a valid phone number.' [RG-18, RG-20]", async () => {
    const { user, sent } = await openOptions(own)
    await user.click(radio('A different mobile number'))
    for (const wrong of ['0155550100', '7150550100', '715555010']) {
      await user.clear(field('Mobile number'))
      await user.type(field('Mobile number'), wrong)
      await user.click(button('Send'))
      await waitFor(() => expect(saidWith(field('Mobile number'))).toContain('Please enter a valid phone number.'))
    }
    expect(sent(sendLine)).toEqual([])
  })

  test('a phone is written (999) 999-9999 in 14 characters and sent as ten digits [RG-18, RG-19, RG-21]', async () => {
    const { user, sent } = await openOptions(own)
    await user.click(radio('A different mobile number'))
    await user.type(field('Mobile number'), '71555501009')
    expect(field('Mobile number').value).toBe('(715) 555-0100')
    expect(field('Mobile number').value).toHaveLength(14)
    await user.click(button('Send'))
    expect(summaryLinks()).toEqual(['Please enter the amount of your last bill or the one before.'])
    await user.type(field('Amount of your last bill'), '142,37')
    await user.click(button('Send'))
    await heading('Enter Verification Code')
    expect(bodyOf(sent(sendLine)[0])).toEqual({
      accountNumber: '102000101',
      validatorResource: '7155550100',
      billAmount: 14_237,
    })
    expect(screen.getByText(/^We are sending a code to \(715\) 555-0100 if the bill amount matches/u)).toBeDefined()
  })

  test('choosing the phone clears the address, and choosing the address clears the phone [RG-22]', async () => {
    const { user } = await openOptions(own)
    await user.click(radio('A different email address'))
    await user.type(field('Email address'), 'tess@example.org')
    await user.click(radio('A different mobile number'))
    expect(screen.queryByRole('textbox', { name: 'Email address' })).toBeNull()
    await user.type(field('Mobile number'), '7155550100')
    await user.click(radio('A different email address'))
    expect(field('Email address').value).toBe('')
    await user.click(radio('A different mobile number'))
    expect(field('Mobile number').value).toBe('')
  })
})

test('everything is in Spanish', async () => {
  const { user } = await openRegistration({}, { language: 'es' })
  await user.type(field('Número de cuenta'), '102000101')
  await user.click(button('Siguiente'))
  await heading('Enviar código de verificación')
  expect(radio('Correo electrónico a t***@example.org')).toBeDefined()
  await user.click(button('Enviar'))
  expect(summaryLinks('Hay un problema')).toEqual(['Seleccione cómo desea recibir el código de verificación.'])
})
