import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'
import { useCallback, useState } from 'react'
import { memberCall } from '../../../portal/call/member-call.ts'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { lines } from './overview-settings.ts'

export type MyMeterState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'unavailable' }
  /** `isOpen`: in a window of its own; else the browser did not allow one, and the member opens it. */
  | { readonly kind: 'ready'; readonly link: string; readonly isOpen: boolean }

export interface MyMeter {
  readonly state: MyMeterState
  /** Call it from a press: browsers allow a window only then, so that it is opened before the address is known. */
  readonly open: () => void
}

/** MyMeter in a new window (AO-56, REQ-D-114). */
export function useMyMeter({ memberNumber, accountNumber }: OwnAccount): MyMeter {
  const [state, setState] = useState<MyMeterState>({ kind: 'closed' })

  const open = useCallback(async () => {
    const opened = newWindow()
    setState({ kind: 'opening' })
    try {
      const { link } = await memberCall(lines.myMeter, { params: { memberNumber, accountNumber } })
      if (!isMeterAddress(link)) throw new Error('MyMeter has no address that may be opened')
      opened?.location.replace(link)
      setState({ kind: 'ready', link, isOpen: opened !== null })
    } catch {
      opened?.close()
      setState({ kind: 'unavailable' })
    }
  }, [memberNumber, accountNumber])
  return { state, open: useCallback(() => void open(), [open]) }
}

/** Whether MyMeter's address may be shown or opened. */
export const isMeterAddress = (link: string): boolean => /^https?:/iu.test(link) && isSafeLink(link)

/** An empty window that knows nothing of this one; `null` when the browser does not allow it. */
function newWindow(): Window | null {
  const opened = window.open('about:blank', '_blank')
  if (opened !== null) opened.opener = null
  return opened
}
