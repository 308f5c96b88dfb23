import { lengthOf } from '../../accounts/account-profile/profile-fields.ts'
import { formatUsPhone, parseUsPhone } from '../../kernel/phone.ts'

/** The outage report form. */
export interface OutageReportForm {
  readonly outageReason: string
  readonly callBack: boolean
  /** '(715) 555-0100', or empty. */
  readonly callbackNumber: string
  readonly remarks: string
}

export interface OutageReportProblem {
  readonly code: 'issue-missing' | 'phone-missing' | 'phone-not-valid' | 'remarks-too-long'
  readonly field: 'outageReason' | 'callbackNumber' | 'remarks'
}

export const maxRemarks = 400

/** Checks a report and returns every problem, in form order (OU-21 to OU-25). */
export function checkOutageReport(report: OutageReportForm): readonly OutageReportProblem[] {
  const { outageReason, callBack, callbackNumber, remarks } = report
  const problems: OutageReportProblem[] = []
  if (outageReason === '') problems.push({ code: 'issue-missing', field: 'outageReason' })
  if (callBack && callbackNumber === '') problems.push({ code: 'phone-missing', field: 'callbackNumber' })
  if (callbackNumber !== '' && !isDocumentedPhone(callbackNumber))
    problems.push({ code: 'phone-not-valid', field: 'callbackNumber' })
  if (lengthOf(remarks) > maxRemarks) problems.push({ code: 'remarks-too-long', field: 'remarks' })
  return problems
}

/** Matches '(ddd) ddd-dddd' and applies the shared rule about the first digits. */
function isDocumentedPhone(text: string): boolean {
  const digits = parseUsPhone(text)
  return digits !== null && formatUsPhone(digits) === text
}
