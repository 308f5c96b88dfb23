import { expect, test } from 'vitest'
import { calendarDate } from '../kernel/calendar-date.ts'
import { checkGrant, type GrantChoice } from './check-grant.ts'
import { connectionMessage } from './connected-apps.messages.ts'
import { parseEspiScope, parseEspiScopes } from './espi-scope.ts'

test('parses the detail, costs and history length of a scope', () => {
  expect(parseEspiScope('FB=4_5_15;IntervalDuration=86400')).toEqual({
    text: 'FB=4_5_15;IntervalDuration=86400',
    detail: 'day',
    hasCost: true,
    months: 36,
  })
  expect(parseEspiScope('FB=4_5;IntervalDuration=3600;BlockDuration=monthly;HistoryLength=13')).toMatchObject({
    detail: 'interval',
    hasCost: false,
    months: 13,
  })
})

test('returns null for a scope that the portal does not serve', () => {
  for (const text of [
    '',
    'openid',
    'FB=4_5_15',
    'FB=15;IntervalDuration=86400',
    'FB=4_34;IntervalDuration=86400',
    'FB=4;IntervalDuration=60',
    'FB=4;IntervalDuration=86400;HistoryLength=0',
    'FB=4;IntervalDuration=86400;HistoryLength=1e3',
    'FB=4;IntervalDuration=86400;Extra=1',
    'FB=4;FB=5;IntervalDuration=86400',
    'FB=4;IntervalDuration=86400;BlockDuration=yearly',
    `FB=4;IntervalDuration=86400;HistoryLength=${'1'.repeat(300)}`,
    'FB=4;IntervalDuration=86400;__proto__=1',
  ])
    expect(parseEspiScope(text), text).toBeNull()
  expect(parseEspiScopes('openid FB=4;IntervalDuration=86400 FB=4;IntervalDuration=86400')).toHaveLength(1)
})

const today = calendarDate('2026-11-20')
const choice: GrantChoice = {
  name: 'Home Assistant',
  scopes: ['FB=4_5_15;IntervalDuration=86400'],
  meters: ['1/2'],
  historyMonths: 12,
  endsOn: '2027-11-20',
}
const codes = (changes: Partial<GrantChoice>) => checkGrant({ ...choice, ...changes }, today).map(({ code }) => code)

test('requires a name, a scope, a meter, a history length and an end within three years', () => {
  expect(codes({})).toEqual([])
  expect(codes({ name: ' ', scopes: [], meters: [], historyMonths: 37, endsOn: '' })).toEqual([
    'token-name-missing',
    'no-scope',
    'no-meter',
    'history-not-valid',
    'end-not-valid',
  ])
  expect(codes({ endsOn: '2026-11-20' })).toEqual([])
  expect(codes({ endsOn: '2026-11-19' })).toEqual(['end-passed'])
  expect(codes({ endsOn: '2029-11-20' })).toEqual([])
  expect(codes({ endsOn: '2029-11-21' })).toEqual(['end-too-late'])
  expect(codes({ name: 'x'.repeat(61) })).toEqual(['token-name-too-long'])
  expect(codes({ name: 'a\nb' })).toEqual(['token-name-not-valid'])
  expect(codes({ meters: Array.from({ length: 51 }, (_none, index) => String(index)) })).toEqual(['too-many-meters'])
  expect(connectionMessage('end-too-late', 'en')).toBe('The end date must be within three years.')
})
