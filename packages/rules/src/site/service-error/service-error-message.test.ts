import { expect, test } from 'vitest'
import { serviceErrorMessage } from './service-error-message.ts'

const failure = (
  status: number,
  rest: { statusText?: string; errors?: { message: string }[]; message?: string } = {},
) => ({
  status,
  statusText: '',
  ...rest,
})

test('status 400 shows the first message of the error list [ER-01]', () => {
  const errors = [{ message: 'Please enter your account number.' }, { message: 'Second.' }]
  expect(serviceErrorMessage(failure(400, { errors, message: 'Not this.' }), 'en')).toBe(
    'Please enter your account number.',
  )
})

test('status 400 with an empty, missing or blank list shows the default text [ER-01]', () => {
  expect(serviceErrorMessage(failure(400, { errors: [] }), 'en')).toBe('Unknown error!')
  expect(serviceErrorMessage(failure(400), 'en')).toBe('Unknown error!')
  expect(serviceErrorMessage(failure(400, { errors: [{ message: ' ' }] }), 'en')).toBe('Unknown error!')
})

test("status 401 shows 'Unauthorized access.' for any body [ER-02]", () => {
  expect(serviceErrorMessage(failure(401, { message: 'Token x expired' }), 'en')).toBe('Unauthorized access.')
})

test('status 500 shows the documented sentence and nothing of the server [ER-03]', () => {
  expect(serviceErrorMessage(failure(500, { message: 'stack trace' }), 'en')).toBe(
    'We are unable to process your request at this time. Please try again later.',
  )
})

test('another status shows the server message [ER-04]', () => {
  const message = 'Too many tries. Please wait 5 minutes.'
  expect(serviceErrorMessage(failure(429, { statusText: 'Too Many Requests', message }), 'en')).toBe(message)
})

test('another status without a message shows the status and the status text [ER-04]', () => {
  expect(serviceErrorMessage(failure(503, { statusText: 'Service Unavailable' }), 'en')).toBe(
    '503: Service Unavailable',
  )
  expect(serviceErrorMessage(failure(404, { statusText: 'Not Found', message: '' }), 'en')).toBe('404: Not Found')
  expect(serviceErrorMessage(failure(503), 'en')).toBe('503')
})

test("no answer at all shows 'Unknown error!' [ER-05]", () => {
  expect(serviceErrorMessage('no-answer', 'en')).toBe('Unknown error!')
})

test('every text of the mapping is there in Spanish', () => {
  expect(serviceErrorMessage(failure(401), 'es')).toBe('Acceso no autorizado.')
  expect(serviceErrorMessage(failure(500), 'es')).toMatch(/^No podemos procesar/)
  expect(serviceErrorMessage('no-answer', 'es')).toBe('¡Error desconocido!')
})
