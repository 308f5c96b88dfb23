import { paths } from '@coopline/contract/paths'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../portal/call/call.ts'
import { Redirect } from '../../../portal/page/redirect.tsx'
import { usePageQuery, useReplaceQuery } from '../../../portal/page/page-address.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { findStoredUser } from '../../../portal/session/stored-user.ts'
import { useText } from '../../../portal/text/text.tsx'
import { enterPortal } from './enter-portal.ts'
import styles from './sign-in.module.css'
import type { SignInFailure } from './sign-in-failure.ts'

/** The data that a partner site sends: a one-time code and the member that it is for. */
interface HandOff {
  readonly token: string
  readonly member: string
}

/** Takes over a member whom a partner site has signed in (XL-01, REQ-D-068). */
export function ExternalRedirectPage() {
  const query = usePageQuery()
  const replaceQuery = useReplaceQuery()
  const [handOff] = useState<HandOff>(() => ({ token: query.get('token') ?? '', member: query.get('member') ?? '' }))
  const isWhole = handOff.token !== '' && handOff.member !== ''

  // What opens a session does not stay in the address, the history or a log.
  const hasQuery = query.size > 0
  useEffect(() => {
    if (isWhole && hasQuery) replaceQuery('')
  }, [isWhole, hasQuery, replaceQuery])

  return isWhole ? <TakeOver handOff={handOff} /> : <Redirect to={paths.login()} />
}

function TakeOver({ handOff }: { readonly handOff: HandOff }) {
  const text = useText('signIn').handOff
  const navigate = useNavigate()
  const { member } = useSession()
  // A stranger's link must not replace this member's session with another one (SEC-31).
  const [asks, setAsks] = useState(member !== null && member.memberNumber !== handOff.member)
  const { takeOver, isRefused } = useTakeOver(handOff)

  useEffect(() => {
    if (!asks) takeOver()
  }, [asks, takeOver])

  return (
    <div className={styles.plain}>
      <PageHeading title={text.heading} />
      {isRefused ? (
        <Stack>
          <Alert tone="error">{text.refused}</Alert>
          <div>
            <ButtonLink href={paths.accountOverview()}>{text.goOn}</ButtonLink>
          </div>
        </Stack>
      ) : asks ? (
        <Card>
          <Stack>
            <p>{text.question}</p>
            <div className={styles.ways}>
              <Button variant="secondary" onClick={() => void navigate(paths.accountOverview(), { replace: true })}>
                {text.stay}
              </Button>
              <Button onClick={() => setAsks(false)}>{text.continue}</Button>
            </div>
          </Stack>
        </Card>
      ) : (
        <output>{text.wait}</output>
      )}
    </div>
  )
}

/**
 * Exchanges the code for a session. Only a valid code replaces the session that this browser may have (the server ends that
 * one); a refused code leaves it alone, because any site can link here with any code.
 */
function useTakeOver({ token, member }: HandOff): { readonly takeOver: () => void; readonly isRefused: boolean } {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { signOut } = useSession()
  const hasBegun = useRef(false)
  const [isRefused, setIsRefused] = useState(false)
  const takeOver = useCallback(() => {
    // The code works once.
    if (hasBegun.current) return
    hasBegun.current = true
    const leave = (signInFailure: SignInFailure['kind']) => {
      signOut(paths.login())
      return navigate(paths.login(), { replace: true, state: { signInFailure } })
    }
    const exchange = async () => {
      const answer = await call('POST /v3/external-redirect', { body: { token, member } }).catch(() => null)
      if (answer === null) return findStoredUser() === null ? leave('hand-off-failed') : setIsRefused(true)
      const isIn = await enterPortal(answer, queries).catch(() => null)
      if (isIn === true) return navigate(paths.accountOverview(), { replace: true })
      return leave(isIn === false ? 'no-account' : 'hand-off-failed')
    }
    void exchange()
  }, [token, member, queries, navigate, signOut])
  return { takeOver, isRefused }
}
