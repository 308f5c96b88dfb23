import type { AnswerOf } from '@coopline/contract/endpoint'
import type { outage } from '@coopline/contract/service/outage/outage.contract'
import { yesNo } from '@coopline/rules/kernel/flag'
import { formatUsPhone, parseUsPhone } from '@coopline/rules/kernel/phone'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { causeOf, crewOf } from './load-public-outages.ts'
import { findIncidentOf } from './incidents.store.ts'
import { findLastReport, findOutageAccount, listContactPhones, listOutages } from './outage.store.ts'
import { problemsIn } from './outage-problems.ts'
import { displayedCustomers } from './displayed-customers.ts'

type Lines = typeof outage
type OutageDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/** Hours for which the status shows a report that the outage system has not confirmed. */
export const reportHours = 12

/** Loads what decides whether an account can report an outage (DE-34). @throws NotOwned. */
export async function loadAccountInfo(
  { db }: OutageDeps,
  { caller }: MemberRequest,
  accountNumber: string,
): Promise<AnswerOf<Lines['accountInfo']>> {
  const account = requireOwnAccount(await findOutageAccount(db, caller.memberNumber, accountNumber), accountNumber)
  const { serviceAddress, accountType, derivedStatus, locationId } = account
  return { serviceAddress, accountType, derivedStatus, locationId }
}

/** Loads the outage status (DE-32) of a member's account and whether the member reported an outage. @throws NotOwned. */
export async function loadOutageStatus(
  { db, clock }: Pick<OutageDeps, 'db' | 'clock'>,
  memberNumber: string,
  accountNumber: string,
): Promise<AnswerOf<Lines['status']>> {
  const account = requireOwnAccount(await findOutageAccount(db, memberNumber, accountNumber), accountNumber)
  const { isOut, restoredAt } = account
  const after = new Date(clock.now().getTime() - reportHours * 3_600_000)
  const reportedAt = isOut ? undefined : await findLastReport(db, memberNumber, accountNumber, after)
  return {
    isActive: isOut,
    estimatedTimeOfRestoration: isOut ? (restoredAt?.toISOString() ?? null) : null,
    reportedAt: reportedAt?.toISOString() ?? null,
    incident: isOut ? await loadIncident(db, accountNumber, restoredAt) : null,
  }
}

/** Loads the incident that affects an account. @param estimate the estimate in the outage status. */
async function loadIncident(
  db: Deps['db'],
  accountNumber: string,
  estimate: Date | null,
): Promise<AnswerOf<Lines['status']>['incident']> {
  const found = await findIncidentOf(db, accountNumber)
  if (found === undefined) return null
  const first = found.first_estimate_at
  return {
    startedAt: found.started_at.toISOString(),
    cause: causeOf(found.cause),
    crew: crewOf(found.crew),
    customers: displayedCustomers(found.customers),
    firstEstimate: first === null || first.getTime() === estimate?.getTime() ? null : first.toISOString(),
  }
}

/** Loads the options of the report form (DE-31). @throws NotOwned. */
export async function loadOutageInfo(
  { db, settings }: OutageDeps,
  { caller: { memberNumber }, request }: MemberRequest,
  accountNumber: string,
): Promise<AnswerOf<Lines['info']>> {
  requireOwnAccount(await findOutageAccount(db, memberNumber, accountNumber), accountNumber)
  const { hideOutageCallBackRequest, callbackCheckBoxDefaultValue, outageProblems } = settings.current()
  return {
    problems: problemsIn(outageProblems, request.language).map((outageDescription) => ({ outageDescription })),
    hideOutageCallBackRequest: yesNo(hideOutageCallBackRequest),
    callbackCheckBoxDefaultValue: yesNo(callbackCheckBoxDefaultValue),
    contactPhones: (await listContactPhones(db, memberNumber))
      .filter((digits) => parseUsPhone(digits) === digits)
      .map((digits) => ({ phoneNumber: formatUsPhone(digits) })),
  }
}

/** Lists outages of the member's accounts at a location, newest first (OU-14). Other members' locations return none. */
export async function listOutageHistory(
  { db }: OutageDeps,
  { caller }: MemberRequest,
  locationId: string,
): Promise<AnswerOf<Lines['history']>> {
  return {
    results: (await listOutages(db, caller.memberNumber, locationId)).map((row) => ({
      accountNumber: row.account_number,
      timeOfInterruption: row.interrupted_at.toISOString(),
      timeOfRestored: row.restored_at?.toISOString() ?? null,
      description: row.description,
    })),
  }
}
