import type { Language } from '../../kernel/problem.ts'
import { serviceErrorTexts } from './service-error.messages.ts'

/** An answer of the service that was not a success, or no answer at all (network, time-out). */
export type ServiceFailure =
  | {
      readonly status: number
      readonly statusText: string
      readonly errors?: readonly { readonly message: string }[] | undefined
      readonly message?: string | undefined
    }
  | 'no-answer'

/** The sentence that the member reads when a call failed (ER-01 to ER-05, REQ-D-190). Server texts are shown as they are. */
export function serviceErrorMessage(failure: ServiceFailure, language: Language): string {
  const texts = serviceErrorTexts[language]
  if (failure === 'no-answer') return texts.unknown
  switch (failure.status) {
    case 400:
      return said(failure.errors?.[0]?.message) ?? texts.unknown
    case 401:
      return texts.unauthorized
    case 500:
      return texts.serverFault
    default:
      return said(failure.message) ?? statusLine(failure)
  }
}

const said = (text: string | undefined): string | null => (text === undefined || text.trim() === '' ? null : text)

// HTTP/2 has no status text; the number then stands alone.
const statusLine = ({ status, statusText }: { readonly status: number; readonly statusText: string }): string =>
  statusText.trim() === '' ? String(status) : `${status}: ${statusText}`
