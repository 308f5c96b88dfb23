/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSafeLink, isSecureLink, safeReturnPath } from './safe-link.ts'

const origin = 'https://portal.example.coop'

describe('isSafeLink', () => {
  test.each([
    'https://example.coop',
    'http://example.coop/a?b=c#d',
    'HTTPS://Example.coop/',
    'https://example.coop:8443/x y',
    'mailto:help@example.coop?subject=Bill',
    'tel:+17155550100',
    '/',
    '/quick-pay?accountno=1#top',
    './terms.pdf',
    '../terms.pdf',
  ])('%s may be a link', (text) => {
    expect(isSafeLink(text)).toBe(true)
  })

  test.each([
    '',
    ' ',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    ' https://example.coop',
    'https://example.coop ',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.coop/1',
    'ftp://example.coop',
    'intent://x',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:\\\\evil.example',
    'https://example.coop\\@evil.example',
    '/terms\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https://',
    'https://user@evil.example',
    'https://bank.example:pw@evil.example',
    'https://:pw@evil.example',
    'https://exa mple.coop',
    'https://[1',
    'mailto:',
    'tel:',
    'example.coop',
    'quick-pay',
    './/evil.example',
    '/.//evil.example',
    '/a/../..//evil.example',
    '/\t/evil.example',
    'https://example.coop/\u007F',
    'https://example.coop/\u0085',
  ])('"%s" may not be a link', (text) => {
    expect(isSafeLink(text)).toBe(false)
  })

  test('2,048 characters are the most', () => {
    expect(isSafeLink(`/${'a'.repeat(2_047)}`)).toBe(true)
    expect(isSafeLink(`/${'a'.repeat(2_048)}`)).toBe(false)
    expect(isSafeLink('/'.repeat(500_000))).toBe(false)
  })
})

test('a secure link is a safe link to an https page', () => {
  expect(isSecureLink('https://example.coop/terms')).toBe(true)
  expect(['http://example.coop', '/terms', '', 'https://user@evil.example'].filter(isSecureLink)).toEqual([])
})

test('control characters end right below the space and right below the no-break space', () => {
  const inPath = (code: number) => isSafeLink(`/a${String.fromCodePoint(code)}b`)
  expect([0x1f, 0x7f, 0x80, 0x9f].map(inPath)).toEqual([false, false, false, false])
  expect([0x20, 0x7e, 0xa0].map(inPath)).toEqual([true, true, true])
})

describe('safeReturnPath', () => {
  test('a path of our own keeps its query and fragment', () => {
    expect(safeReturnPath('/accountoverview?link=mymeter&accountno=12#bills', origin)).toBe(
      '/accountoverview?link=mymeter&accountno=12#bills',
    )
    expect(safeReturnPath('/', origin)).toBe('/')
    expect(safeReturnPath('/quick-pay?next=https://evil.example', origin)).toBe('/quick-pay?next=https://evil.example')
    expect(safeReturnPath('/a/../quick-pay', origin)).toBe('/quick-pay')
  })

  test('no known way to another origin is followed [SEC-55]', () => {
    const payloads = [
      'https://evil.example',
      'https://portal.example.coop/quick-pay',
      'https://portal.example.coop.evil.example',
      'https://portal.example.coop@evil.example',
      '//evil.example',
      '///evil.example',
      '////evil.example',
      '//evil.example/%2f..',
      '//portal.example.coop/quick-pay',
      '/\\evil.example',
      '\\/evil.example',
      '\\\\evil.example',
      '/\\/evil.example',
      '/quick-pay\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/\r/evil.example',
      '/\r\nLocation: https://evil.example',
      '\t//evil.example',
      ' //evil.example',
      ' /quick-pay',
      '/./\\evil.example',
      '/.//evil.example',
      '/..//evil.example',
      '/%2e//evil.example',
      '/%2E%2e//evil.example',
      '/a/../..//evil.example',
      '/a/..//evil.example',
      '/a/%2e%2e//evil.example',
      '/./..//evil.example',
      '/\u0000/evil.example',
      'javascript:alert(1)',
      'JAVASCRIPT:alert(1)',
      'data:text/html,x',
      'evil.example',
      '.evil.example',
      '@evil.example',
      ':80',
      '?x',
      '#x',
      './x',
      '',
    ]
    expect(payloads.filter((payload) => safeReturnPath(payload, origin) !== null)).toEqual([])
  })

  test('every accepted return path stays on our own origin, also when it is resolved a second time [SEC-55]', () => {
    const pieces = [
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '@',
      ':',
      '?',
      '#',
      '\t',
      '\n',
      'evil.example',
      'a',
      ' ',
      'é',
      '／',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 8 }),
        (parts) => {
          const path = safeReturnPath(`/${parts.join('')}`, origin)
          if (path === null) return
          expect(new URL(path, origin).origin).toBe(origin)
          expect(path.startsWith('//')).toBe(false)
          expect(safeReturnPath(path, origin)).toBe(path)
        },
      ),
      { numRuns: 20_000 },
    )
  }, 60_000)

  test('an origin that is not one follows nothing', () => {
    expect(safeReturnPath('/quick-pay', '')).toBeNull()
    expect(safeReturnPath('/quick-pay', 'portal.example.coop')).toBeNull()
  })
})
