import { paths } from '@coopline/contract/paths'
import { isSafeLink } from '@coopline/rules/safe-link/safe-link'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { useLocation } from 'react-router'
import { useReachable } from '../../portal/route-table.tsx'
import { useSession } from '../../portal/session.tsx'
import { useSite } from '../../portal/site.tsx'
import { useText } from '../../portal/text.tsx'
import { useSignOut } from '../use-sign-out.ts'
import styles from './header.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { Menu } from './menu.tsx'
import { Wordmark } from './wordmark.tsx'

/** Logo, menu, and signing in or out. */
export function Header({ showsMenu, isForStaff }: { readonly showsMenu: boolean; readonly isForStaff: boolean }) {
  const { logoClickRedirectionLink } = useSite().settings
  const logoLink = isSafeLink(logoClickRedirectionLink) ? logoClickRedirectionLink : paths.home()
  return (
    <header data-ui="header" className={styles.header}>
      <div className={styles.bar}>
        <a href={logoLink} className={styles.logo}>
          <Wordmark />
        </a>
        {showsMenu && (
          <div className={styles.menu}>
            <Menu />
          </div>
        )}
        <div className={styles.actions}>
          <LanguageSwitch short />
          {!isForStaff && <SignInState />}
        </div>
      </div>
    </header>
  )
}

function SignInState() {
  const { links } = useText('shell')
  const { isValid } = useSession()
  const { pathname } = useLocation()
  const isReachable = useReachable()
  const { signOut, isLeaving } = useSignOut()

  if (!isValid) {
    if (pathname === paths.login() || !isReachable(paths.login())) return null
    return <ButtonLink href={paths.login()}>{links.signIn}</ButtonLink>
  }
  return (
    <>
      {isReachable(paths.myProfile()) && (
        <ButtonLink variant="quiet" href={paths.myProfile()}>
          {links.myProfile}
        </ButtonLink>
      )}
      <Button variant="secondary" busy={isLeaving} onClick={signOut}>
        {links.signOut}
      </Button>
    </>
  )
}
