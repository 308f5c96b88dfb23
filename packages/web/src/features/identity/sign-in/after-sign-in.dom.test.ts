import { describe, expect, test } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { routes } from '../../../app/routes.tsx'
import { afterSignIn } from './after-sign-in.ts'

const origin = 'https://portal.example.coop'
const leadsTo = (returnUrl: string | null) => afterSignIn({ returnUrl, site: aSite(), table: routes, origin })

describe('returnUrl', () => {
  test('goes to a page of the portal with query and fragment [LG-26]', () => {
    expect(leadsTo('/payment-options?a=b#c')).toBe('/payment-options?a=b#c')
  })

  test('the meter link is followed as it is written, in both its forms [LG-27]', () => {
    expect(leadsTo('/accountoverview?x=é&link=mymeter')).toBe('/accountoverview?x=é&link=mymeter')
    expect(leadsTo('/accountoverview/mymeter?x=é')).toBe('/accountoverview/mymeter?x=é')
  })

  test('an address that leaves the portal, or hides that it does, is not opened [SEC-55]', () => {
    const hostile = [
      'https://evil.example/',
      '//evil.example/accountoverview',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      '/a/../..//evil.example',
      '//evil.example/?link=mymeter',
      'https://evil.example/accountoverview/mymeter',
      'accountoverview',
      '',
    ]
    for (const returnUrl of hostile) expect(leadsTo(returnUrl), returnUrl).toBe('/accountoverview')
  })

  test('a path that no page has, and the pages that sign in, are not followed', () => {
    for (const returnUrl of ['/no/such/page', '/login?returnUrl=%2Fhome', '/external-redirect?token=t&member=m'])
      expect(leadsTo(returnUrl), returnUrl).toBe('/accountoverview')
  })
})
