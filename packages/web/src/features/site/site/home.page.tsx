import { paths } from '@coopline/contract/paths'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { type ComponentType, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useReplaceQuery } from '../../../portal/page/page-address.ts'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import type { StoredUser } from '../../../portal/session/stored-user.ts'
import { useText } from '../../../portal/text/text.tsx'
import { isFromUnknownAddress } from '../../../portal/page/unknown-address.ts'
import { CardGrid } from './card-grid.tsx'
import { HomeBanner } from './home-banner.tsx'
import { homeCards } from './home-cards.ts'
import styles from './home.module.css'
import { Icon } from '@coopline/ui/icon'
import { PhoneLink } from '../../../portal/page/phone-link.tsx'

export interface QuickPayDialogProps {
  readonly member: StoredUser
  readonly open: boolean
  readonly onClose: () => void
}

interface HomePageProps {
  /** The payment confirmation for a signed-in member; without it the button leads to the Quick Pay page. */
  readonly QuickPayDialog?: ComponentType<QuickPayDialogProps> | undefined
}

/** The home page: Quick Pay, and cards for everything else (HM-01, HM-02). */
export function HomePage({ QuickPayDialog }: HomePageProps) {
  const site = useSite()
  const shell = useText('shell')
  const texts = useText('site')
  const isReachable = useReachable()
  const { member } = useSession()
  const pays = QuickPayDialog !== undefined && member !== null
  const offersQuickPay = hasFeature(site, 'QuickPay')
  const cards = homeCards({ site, shell, texts, isReachable })
  return (
    <>
      <UnknownAddress />
      <div className={styles.hero}>
        <HomeBanner />
        {offersQuickPay ? (
          <QuickPayIntroduction QuickPayDialog={QuickPayDialog} />
        ) : (
          <section className={styles.intro}>
            <h1 tabIndex={-1}>{texts.home.welcome(site.settings.coopName)}</h1>
          </section>
        )}
      </div>
      {offersQuickPay && <HowItWorks isMember={pays} />}
      {cards.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.title}>{texts.home.cardsTitle}</h2>
          <CardGrid cards={cards} level={3} />
        </section>
      )}
      <HomeHelp />
    </>
  )
}

/** Says on arrival why the visitor is here, once: the notice is gone when the page is reloaded. */
function UnknownAddress() {
  const { unknownAddress: text } = useText('site')
  const { state }: { readonly state: unknown } = useLocation()
  const replaceQuery = useReplaceQuery()
  const isUnknown = isFromUnknownAddress(state)
  const [isShown] = useState(isUnknown)
  useEffect(() => {
    if (isUnknown) replaceQuery('')
  }, [isUnknown, replaceQuery])
  return isShown && <Alert tone="info" title={text} />
}

function QuickPayIntroduction({ QuickPayDialog }: HomePageProps) {
  const { home } = useText('site')
  const { links } = useText('shell')
  const { member } = useSession()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const pays = QuickPayDialog !== undefined && member !== null

  const onPress = () => {
    if (pays) setOpen(true)
    else void navigate(paths.quickPay())
  }
  return (
    <section className={styles.intro} data-ui="quick-pay-introduction">
      <h1 tabIndex={-1}>{pays ? home.memberPayTitle : home.quickPayTitle}</h1>
      <p className={styles.lead}>{pays ? home.memberPayLead : home.quickPayLead}</p>
      <Button onClick={onPress} fullWidth data-visitor-href={paths.quickPay()}>
        {links.quickPay}
      </Button>
      {pays && <QuickPayDialog member={member} open={isOpen} onClose={() => setOpen(false)} />}
    </section>
  )
}

function HowItWorks({ isMember }: { readonly isMember: boolean }) {
  const { home } = useText('site')
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{home.stepsTitle}</h2>
      <ol className={styles.steps}>
        {(isMember ? home.memberSteps : home.steps).map((step, index) => (
          <li key={step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The phone number to call for help. Nothing when the cooperative has set none. */
function HomeHelp() {
  const { phoneNumber, officeHours } = useSite().settings
  const { home } = useText('site')
  if (phoneNumber === '') return null
  return (
    <section className={styles.help}>
      <Icon name="phone" size="large" />
      <div>
        <h2 className={styles.title}>{home.helpTitle}</h2>
        <p>
          <PhoneLink number={phoneNumber} />
        </p>
        {officeHours !== '' && <p className={styles.hours}>{officeHours}</p>}
      </div>
    </section>
  )
}
