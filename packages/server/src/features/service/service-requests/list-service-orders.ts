import type { serviceRequests } from '@coopline/contract/service/service-requests/service-requests.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { Language } from '@coopline/rules/kernel/problem'
import { statusReceived } from '@coopline/rules/service/service-requests/service-requests.messages'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { findServiceOrders } from './service-requests.store.ts'

type Lines = typeof serviceRequests

/** The name of a service request type; its id when the cooperative no longer offers it. */
const nameOf = ({ serviceOrderTypes }: Settings, workType: string, language: Language): string => {
  const type = serviceOrderTypes.find(({ id }) => id === workType)
  return (language === 'es' ? type?.descriptionInSpanish : type?.description) ?? workType
}

/** Lists the service request types for an account. @throws NotOwned. */
export async function listOrderTypes(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { caller, request }: MemberRequest,
  accountNumber: string,
): Promise<AnswerOf<Lines['types']>> {
  requireOwnAccount(await findServiceOrders(db, caller.memberNumber, accountNumber), accountNumber)
  const current = settings.current()
  return {
    results: current.serviceOrderTypes.map(({ id }) => ({
      workTypeID: id,
      description: nameOf(current, id, request.language),
    })),
  }
}

/**
 * Lists an account's service orders, newest first: the cooperative's orders with their status, and portal requests that its
 * system does not list yet.
 *
 * @throws NotOwned.
 */
export async function listServiceOrders(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { caller, request }: MemberRequest,
  accountNumber: string,
): Promise<AnswerOf<Lines['list']>> {
  const orders = requireOwnAccount(await findServiceOrders(db, caller.memberNumber, accountNumber), accountNumber)
  return {
    results: orders.map((order) => ({
      description: order.description ?? nameOf(settings.current(), order.work_type ?? '', request.language),
      creation: order.requested_on,
      soNumber: order.number,
      reviewed: order.work_type === null ? order.review_status : statusReceived(request.language),
      isImported: order.work_type === null,
    })),
  }
}
