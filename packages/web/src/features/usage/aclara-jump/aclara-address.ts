import type { AclaraSettings } from '@coopline/contract/usage/aclara-jump/aclara-jump.contract'
import { parseUrl } from '../../../portal/call/parse-url.ts'

/** Builds the Aclara portal URL for a member (AJ-04, REQ-D-240); `null` unless it is https. */
export function aclaraAddress({ aclaraUrl, ...settings }: AclaraSettings): string | null {
  const address = parseUrl(aclaraUrl)
  if (address?.protocol !== 'https:') return null
  const { clientId, memberNumber, accountNumber, premiseId, webToken } = settings
  const query = { clientId, memberNumber, accountNumber, premiseId, webToken, locale: 'en-US' }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}
