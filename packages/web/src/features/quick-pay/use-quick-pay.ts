import { paths } from '@coopline/contract/paths'
import { useEffect, useReducer, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isRecord } from '../../portal/is-record.ts'
import { useSite } from '../../portal/site.tsx'
import { findHandOff } from './kept-hand-off.ts'
import { QuickPayWizard } from './quick-pay.wizard.ts'
import { nextState, startState, type WizardState } from './wizard-state.ts'

/**
 * The wizard of a page that has just been opened: at step 1, or on its way back to the pay step when this history
 * entry is the one from which the payer was handed off.
 */
export function useQuickPay(): { readonly state: WizardState; readonly wizard: QuickPayWizard } {
  const { settings } = useSite()
  const { state: entry } = useLocation()
  const navigate = useNavigate()
  const [kept] = useState(() => findHandOff(isRecord(entry) ? entry['handedOff'] : undefined))
  const [state, tell] = useReducer(nextState, startState(kept === null ? 'account' : 'returning'))
  const [wizard] = useState(
    () =>
      new QuickPayWizard({
        verifyTimeoutMs: settings.quickPayVerifyTimeoutSeconds * 1000,
        tell,
        leaveTrace: (handedOff) =>
          void navigate(paths.quickPay(), { replace: true, state: { samePage: true, handedOff } }),
      }),
  )

  useEffect(() => {
    if (kept !== null) void wizard.resume(kept)
    return () => wizard.drop()
  }, [wizard, kept])

  return { state, wizard }
}
