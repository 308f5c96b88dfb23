import type { payMultiple } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { addressTemplate } from '../../../portal/call/api-request.ts'
import { methodsLine } from '../../../portal/paying/stored-methods.ts'

type Lines = typeof payMultiple

export const amountsLine = 'GET /v3/members/{memberNumber}/payments/amounts' satisfies Lines['amounts']['call']
export const settingsLine = 'GET /v3/members/{memberNumber}/payments/settings' satisfies Lines['settings']['call']
export const taxLine = 'GET /v3/members/{memberNumber}/payments/tax' satisfies Lines['tax']['call']

export const payQuery = { applicationId: 'Web' } as const

/** The loads of `member-pay.tsx` by their addresses, for the served page to start. */
export const payReads: readonly string[] = [
  addressTemplate(settingsLine, payQuery),
  addressTemplate(amountsLine),
  addressTemplate(methodsLine),
  addressTemplate(taxLine),
]
