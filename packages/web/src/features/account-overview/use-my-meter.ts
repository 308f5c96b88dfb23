import { isSafeLink } from '@coopline/rules/safe-link/safe-link'
import { useCallback, useState } from 'react'
import { memberCall } from '../../portal/member-call.ts'
import { lines } from './overview-settings.ts'
import type { OwnAccount } from './own-account.ts'

export type MyMeterState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'unavailable' }
  /** `isOpen`: in a window of its own; else the browser did not allow one, and the member opens it. */
  | { readonly kind: 'ready'; readonly link: string; readonly isOpen: boolean }

export interface MyMeter {
  readonly state: MyMeterState
  /** From a press: browsers allow a window only then, so that it is opened before the address is known. */
  readonly openFromPress: () => void
  /** By itself, when the address of the page asks for it. */
  readonly openByItself: () => void
}

/** MyMeter in a new window (AO-56, REQ-D-114). */
export function useMyMeter({ memberNumber, accountNumber }: OwnAccount): MyMeter {
  const [state, setState] = useState<MyMeterState>({ kind: 'closed' })

  const openIn = useCallback(
    async (early: Window | null) => {
      setState({ kind: 'opening' })
      try {
        const { link } = await memberCall(lines.myMeter, { params: { memberNumber, accountNumber } })
        if (!/^https?:/iu.test(link) || !isSafeLink(link)) throw new Error('MyMeter has no address that may be opened')
        const window = early ?? newWindow()
        window?.location.replace(link)
        setState({ kind: 'ready', link, isOpen: window !== null })
      } catch {
        early?.close()
        setState({ kind: 'unavailable' })
      }
    },
    [memberNumber, accountNumber],
  )
  return {
    state,
    openFromPress: useCallback(() => void openIn(newWindow()), [openIn]),
    openByItself: useCallback(() => void openIn(null), [openIn]),
  }
}

/** An empty window that knows nothing of this one; `null` when the browser does not allow it. */
function newWindow(): Window | null {
  const opened = window.open('about:blank', '_blank')
  if (opened !== null) opened.opener = null
  return opened
}
