import { bankNameOf, isRoutingNumber } from '@coopline/rules/paying/drafts/routing-number'
import type { Executor } from '../../../platform/db/open-database.ts'
import { findInstitution } from './drafts.store.ts'

/** Finds the name of the bank of a routing number; empty when the number is wrong, unknown or must not be used (DR-48, DR-51). */
export async function findBank(executor: Executor, routingNumber: string): Promise<string> {
  if (!isRoutingNumber(routingNumber)) return ''
  return bankNameOf((await findInstitution(executor, routingNumber)) ?? '')
}
