import { isRecord } from '../call/is-record.ts'

/** Navigation state of a visitor who asked for an address that does not exist, and was redirected. */
export const unknownAddress = { unknownAddress: true }

export const isFromUnknownAddress = (state: unknown): boolean => isRecord(state) && state['unknownAddress'] === true
