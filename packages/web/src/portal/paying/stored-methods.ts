import type { Calls } from '@coopline/contract/calls'
import type { Language } from '@coopline/rules/kernel/problem'
import { storedMethodName } from '@coopline/rules/paying/stored-method/stored-method.messages'

export const methodsLine = 'GET /v3/members/{memberNumber}/payment-methods'

export type StoredMethods = Calls[typeof methodsLine]['answer']
export type StoredMethod = StoredMethods['results'][number]

/** The member's own name for a method, else what it is: `Visa ending in 1111`. */
export const methodTitle = (method: StoredMethod, language: Language): string =>
  method.nickname === '' ? storedMethodName(method, language) : method.nickname

/** `12/2030`. @param expiry `yyyy-MM`. */
export const displayedMonth = (expiry: string): string => `${expiry.slice(5)}/${expiry.slice(0, 4)}`
