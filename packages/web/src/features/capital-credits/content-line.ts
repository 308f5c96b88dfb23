import type { site } from '@coopline/contract/site/site.contract'

export const contentLine = 'GET /v3/site/contents/{key}' satisfies (typeof site)['content']['call']

/** The cooperative's messages above the public forms. */
export type SiteMessageKey = 'ccLetterReturnMessage' | 'unclaimedCapitalCreditMessage'
