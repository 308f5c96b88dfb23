import type { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loading } from '../../../portal/call/loaded.tsx'
import { useSend } from '../../../portal/call/use-send.ts'
import { keepStoredStaff } from '../../../portal/staff/staff-session.ts'
import { useText } from '../../../portal/text/text.tsx'
import { LocalSignIn } from './local-sign-in.tsx'
import styles from './staff-sign-in.module.css'

const beginLine = 'POST /v3/staff/sign-on/begin' satisfies (typeof staffSignIn)['beginSignOn']['call']
const finishLine = 'POST /v3/staff/sign-on/finish' satisfies (typeof staffSignIn)['finishSignOn']['call']

interface ProviderSignInProps {
  /** The name of the identity provider. */
  readonly provider: string
}

/** Sends staff to the identity provider and signs them in when they are back. The local sign-in is folded below. */
export function ProviderSignIn({ provider }: ProviderSignInProps) {
  const { signIn: text } = useText('staffSignIn')
  const begin = useSend(beginLine, { onSuccess: ({ address }) => window.location.assign(address) })
  const { isFinishing, error: refused } = useReturn()
  const error = begin.error ?? refused
  const isAway = error instanceof CallFailed && error.status === 503
  if (isFinishing) return <Loading loading={text.busy} height="12rem" />
  return (
    <>
      <FailureAlert error={error} title={isAway ? text.providerAway(provider) : undefined} focusOnMount />
      <Card>
        <Button
          fullWidth
          // After the answer the browser is on its way.
          busy={begin.isPending || begin.isSuccess}
          busyLabel={text.leaving}
          onClick={() => begin.mutate({ body: {} })}
        >
          {text.withProvider(provider)}
        </Button>
      </Card>
      <details className={styles.local}>
        <summary>{text.local}</summary>
        <div className={styles.localBody}>
          <p>{text.localMore}</p>
          <LocalSignIn />
        </div>
      </details>
    </>
  )
}

/** Brings the answer with which the provider sent the browser back to the server, once. */
function useReturn() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [answer] = useState(() => (new URLSearchParams(search).has('state') ? search.slice(1) : ''))
  const { mutate, isIdle, isPending, error } = useSend(finishLine, { onSuccess: keepStoredStaff })
  const isSent = useRef(false)
  useEffect(() => {
    if (answer === '' || isSent.current) return
    isSent.current = true
    // What signs in does not stay in the address or the history.
    void navigate({ search: '' }, { replace: true, state: { samePage: true } })
    mutate({ body: { answer } })
  }, [answer, mutate, navigate])
  return { isFinishing: answer !== '' && (isIdle || isPending), error }
}
