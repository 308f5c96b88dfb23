import { expect, test } from 'vitest'
import { checkSettingChange, type SettingChangeForm } from './check-setting-change.ts'
import { settingChangeMessage } from './setting-change.messages.ts'

const now = Date.parse('2026-11-20T15:00:00Z')
const minute = 60_000
const year = 365 * 86_400_000

const codes = (form: Partial<SettingChangeForm>) =>
  checkSettingChange({ reason: 'Board decision', startsAt: null, endsAt: null, ...form }, now).map(({ code }) => code)

test('accepts a reason alone, and a start and an end that follow each other', () => {
  expect(codes({})).toEqual([])
  expect(codes({ startsAt: now + minute, endsAt: now + 2 * minute })).toEqual([])
  expect(codes({ endsAt: now + minute })).toEqual([])
})

test('refuses an empty reason and one of 301 characters, and accepts 300', () => {
  expect(codes({ reason: ' \n' })).toEqual(['reason-missing'])
  expect(codes({ reason: 'a'.repeat(301) })).toEqual(['reason-too-long'])
  expect(codes({ reason: ` ${'a'.repeat(300)} ` })).toEqual([])
})

test('refuses a start that is not in the future or more than two years away', () => {
  expect(codes({ startsAt: now })).toEqual(['start-past'])
  expect(codes({ startsAt: now + 3 * year })).toEqual(['start-too-late'])
})

test('refuses an end at or before the start, in the past, or more than two years away', () => {
  expect(codes({ startsAt: now + minute, endsAt: now + minute })).toEqual(['end-before-start'])
  expect(codes({ endsAt: now })).toEqual(['end-before-start'])
  expect(codes({ endsAt: now + 3 * year })).toEqual(['end-too-late'])
})

test('words every refusal in both languages', () => {
  const all = [
    'reason-missing',
    'reason-too-long',
    'start-past',
    'start-too-late',
    'end-before-start',
    'end-too-late',
    'setting-changed',
    'too-many-planned',
  ] as const
  for (const code of all) expect(settingChangeMessage(code, 'es')).not.toBe(settingChangeMessage(code, 'en'))
})
