import { paths } from '@coopline/contract/paths'
import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { classNames } from '@coopline/ui/class-names'
import { useLocation } from 'react-router'
import { useReachable } from '../../portal/page/route-table.tsx'
import { useSession } from '../../portal/session/session.tsx'
import { useSite } from '../../portal/page/site.tsx'
import { useText } from '../../portal/text/text.tsx'
import { useSignOut } from '../use-sign-out.ts'
import styles from './header.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { Menu } from './menu.tsx'

/** The header of every page: logo, menu, language, and the link to sign in or the button to sign out. */
export function Header({ showsMenu, isForStaff }: { readonly showsMenu: boolean; readonly isForStaff: boolean }) {
  const { logoClickRedirectionLink } = useSite().settings
  const { links } = useText('shell')
  const signIn = useSignInState(isForStaff)
  const logoLink = isSafeLink(logoClickRedirectionLink) ? logoClickRedirectionLink : paths.home()
  return (
    <header data-ui="header" className={styles.header}>
      <div className={classNames(styles.bar, signIn !== null && styles.several, signIn === 'done' && styles.member)}>
        <a href={logoLink} className={styles.logo}>
          <Wordmark />
        </a>
        {showsMenu && (
          <div className={styles.menu}>
            <Menu />
          </div>
        )}
        <div className={styles.actions}>
          {!showsMenu && !isForStaff && <UsageLink />}
          <LanguageSwitch short />
          {signIn === 'offered' && <ButtonLink href={paths.login()}>{links.signIn}</ButtonLink>}
          {signIn === 'done' && <SignedIn />}
        </div>
      </div>
    </header>
  )
}

/** The link to the usage page that has no menu, in place of the menu (RU-08, REQ-D-267). */
function UsageLink() {
  const { links } = useText('shell')
  return (
    <ButtonLink variant="quiet" href={paths.directUsageTracker()}>
      {links.usage}
    </ButtonLink>
  )
}

/** Returns 'done' for a signed-in member, 'offered' where the header links to the login page, and `null` otherwise. */
function useSignInState(isForStaff: boolean): 'done' | 'offered' | null {
  const { isValid } = useSession()
  const { pathname } = useLocation()
  const isReachable = useReachable()
  if (isForStaff) return null
  if (isValid) return 'done'
  return pathname === paths.login() || !isReachable(paths.login()) ? null : 'offered'
}

function SignedIn() {
  const { links } = useText('shell')
  const isReachable = useReachable()
  const { signOut, isLeaving } = useSignOut()
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

/** The cooperative's logo, else its name beside a small drawing of fields under a sun. */
function Wordmark() {
  const { portalLogoPath, coopName } = useSite().settings
  if (portalLogoPath !== '') return <img src={portalLogoPath} alt={coopName} className={styles.image} height={48} />
  return (
    <>
      <svg viewBox="0 0 40 40" className={styles.mark} aria-hidden="true">
        <rect width="40" height="40" rx="10" fill="var(--accent)" />
        <circle cx="20" cy="17" r="6.5" fill="var(--on-accent)" />
        <path
          d="M4 25.5c6-3 11-3.6 16-2.2s10 2 16-.6M4 31.5c7-2.8 12-3 17-1.6s9 1.6 15-.4"
          fill="none"
          stroke="var(--accent)"
          strokeWidth="5.5"
        />
        <path
          d="M4.5 26c6-3 10.500-3.600 15.500-2.200s10 2 15.500-.6M5.500 32c6.500-2.800 11.500-3 16.500-1.600s8 1.600 12.500-.2"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      <span className={styles.name}>{coopName}</span>
    </>
  )
}
