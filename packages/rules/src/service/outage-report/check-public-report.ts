import {
  checkRegistrationAccount,
  type RegistrationAccountProblem,
} from '../../identity/registration/check-registration-account.ts'
import { checkOutageReport, type OutageReportProblem } from './check-outage-report.ts'

/** An outage report without sign-in. */
export interface PublicReportForm {
  readonly accountNumber: string
  /** '(715) 555-0100', a phone number that the cooperative has for the account. */
  readonly phoneNumber: string
  readonly outageReason: string
  readonly remarks: string
}

export type PublicReportProblem =
  | RegistrationAccountProblem
  | (Omit<OutageReportProblem, 'field'> & { readonly field: 'phoneNumber' | 'outageReason' | 'remarks' })

/** Checks a report without sign-in and returns every problem, in form order. */
export function checkPublicReport(report: PublicReportForm): readonly PublicReportProblem[] {
  const { accountNumber, phoneNumber, outageReason, remarks } = report
  const problems = checkOutageReport({ outageReason, callBack: true, callbackNumber: phoneNumber, remarks }).map(
    ({ code, field }) => ({ code, field: field === 'callbackNumber' ? ('phoneNumber' as const) : field }),
  )
  const isPhone = ({ field }: { readonly field: string }) => field === 'phoneNumber'
  return [
    ...checkRegistrationAccount({ accountNumber }),
    ...problems.filter(isPhone),
    ...problems.filter((problem) => !isPhone(problem)),
  ]
}
