import type { site } from '@coopline/contract/site/site/site.contract'

export const contentLine = 'GET /v3/site/contents/{key}' satisfies (typeof site)['content']['call']

/** The cooperative's messages that stand above a form or a list. */
export type SiteMessageKey = 'ccLetterReturnMessage' | 'scheduledPaymentsText' | 'unclaimedCapitalCreditMessage'
