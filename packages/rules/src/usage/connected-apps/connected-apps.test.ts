import { expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { checkGrant, type GrantChoice } from './check-grant.ts'
import { connectionMessage } from './connected-apps.messages.ts'
import { ownScopes, parseEspiScope, parseEspiScopes } from './espi-scope.ts'

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

test('serves usage by day or by interval, and costs, by their function blocks', () => {
  for (const block of ['4', '5', '10', '11'])
    expect(parseEspiScope(`FB=${block};IntervalDuration=86400`), block).toMatchObject({ detail: 'day', hasCost: false })
  for (const block of ['15', '16'])
    expect(parseEspiScope(`FB=4_${block};IntervalDuration=86400`)?.hasCost, block).toBe(true)
  for (const seconds of ['300', '900', '1800', '3600'])
    expect(parseEspiScope(`FB=4;IntervalDuration=${seconds}`)?.detail, seconds).toBe('interval')
  expect(parseEspiScope('FB=4;IntervalDuration=86400;BlockDuration=daily')).not.toBeNull()
  expect([ownScopes.day, ownScopes.interval].map((text) => parseEspiScope(text)?.detail)).toEqual(['day', 'interval'])
})

test('grants the history of a scope from 1 to 36 months', () => {
  const months = (history: string) => parseEspiScope(`FB=4;IntervalDuration=86400;HistoryLength=${history}`)?.months
  expect(['1', '9', '36', '37', '99'].map(months)).toEqual([1, 9, 36, 36, 36])
  for (const wrong of ['', '0', '01', '100', '-1', 'x1', '1x']) expect(months(wrong), wrong).toBeUndefined()
})

test('parses a scope of 200 characters and none of 201', () => {
  const ofLength = (first: string) => `FB=${first}${'_4'.repeat(86)};IntervalDuration=86400`
  expect([ofLength('10').length, ofLength('4_4').length]).toEqual([200, 201])
  expect(parseEspiScope(ofLength('10'))).not.toBeNull()
  expect(parseEspiScope(ofLength('4_4'))).toBeNull()
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
    'FB=4;IntervalDuration=86400;Extra',
    'FB=4;IntervalDuration=86400=1',
    'IntervalDuration=86400',
    'FB=4;FB=5;IntervalDuration=86400',
    'FB=4;IntervalDuration=86400;BlockDuration=yearly',
    `FB=4;IntervalDuration=86400;HistoryLength=${'1'.repeat(300)}`,
    'FB=4;IntervalDuration=86400;__proto__=1',
  ])
    expect(parseEspiScope(text), text).toBeNull()
  expect(parseEspiScopes('openid FB=4;IntervalDuration=86400 FB=4;IntervalDuration=86400')).toHaveLength(1)
})

test('reads the first five scopes of a list, in order', () => {
  const list = [1, 2, 3, 4, 5, 6].map((months) => `FB=4;IntervalDuration=900;HistoryLength=${months}`)
  expect(parseEspiScopes(list.join(' ')).map(({ months }) => months)).toEqual([1, 2, 3, 4, 5])
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
  expect(codes({ name: ` ${'🔑'.repeat(60)} ` })).toEqual([])
  expect(codes({ name: 'x'.repeat(61) })).toEqual(['token-name-too-long'])
  for (const name of ['a\nb', 'a\u2028b', 'a\u2029b']) expect(codes({ name })).toEqual(['token-name-not-valid'])
  const { name: _name, ...ofApp } = choice
  expect(checkGrant(ofApp, today)).toEqual([])
  for (const historyMonths of [1, 36]) expect(codes({ historyMonths })).toEqual([])
  for (const historyMonths of [0, 1.5, 37]) expect(codes({ historyMonths })).toEqual(['history-not-valid'])
  expect(codes({ meters: Array.from({ length: 50 }, String) })).toEqual([])
  expect(codes({ meters: Array.from({ length: 51 }, (_none, index) => String(index)) })).toEqual(['too-many-meters'])
  expect(connectionMessage('end-too-late', 'en')).toBe('The end date must be within three years.')
})
