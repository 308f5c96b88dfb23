import { afterEach, expect, test } from 'vitest'
import { startLanguage } from './language.ts'

afterEach(() => localStorage.clear())

test('the language chosen before wins over the one the server chose', () => {
  localStorage.setItem('mcp_language', 'es')
  expect(startLanguage('en', ['en-US'])).toBe('es')
})

test('the language of the served page wins over the browser’s own', () => {
  expect(startLanguage('es', ['en-US'])).toBe('es')
})

test('a page without a language takes the first of the browser’s that there is, else English', () => {
  expect(startLanguage(undefined, ['fr-FR', 'es-MX', 'en'])).toBe('es')
  expect(startLanguage('xx', ['de'])).toBe('en')
})
