import { paths } from '@coopline/contract/paths'
import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'
import { Content } from '@coopline/ui/content'
import { type ReactNode, useState } from 'react'
import { useReachable } from '../../portal/page/route-table.tsx'
import { PhoneLink } from '../../portal/page/phone-link.tsx'
import { useSite } from '../../portal/page/site.tsx'
import { useText } from '../../portal/text/text.tsx'
import styles from './footer.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import type { SiteSettings } from '@coopline/contract/site/site/site.contract'

/** Shows the cooperative's name, contacts and links. */
export function Footer() {
  const { settings } = useSite()
  const { footer, links } = useText('shell')
  const isReachable = useReachable()
  const [thisYear] = useState(() => String(new Date().getFullYear()))
  return (
    <footer data-ui="footer" className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.columns}>
          <Contact />
          {settings.aboutUs.length > 0 && (
            <section>
              <h2 className={styles.heading}>{footer.aboutUs}</h2>
              <Content nodes={settings.aboutUs} />
            </section>
          )}
          <Follow />
        </div>
        <div className={styles.end}>
          <p className={styles.small}>
            <span>
              {footer.copyright(settings.copyright.year || thisYear, settings.copyright.caption || settings.coopName)}
            </span>
            {isReachable(paths.legalTerms()) && <a href={paths.legalTerms()}>{links.termsOfUse}</a>}
            {settings.appVersion !== '' && <span>{footer.version(settings.appVersion)}</span>}
          </p>
          <div className={styles.choices}>
            <ThemeSwitch />
            <LanguageSwitch />
          </div>
        </div>
      </div>
    </footer>
  )
}

function Contact() {
  const { settings } = useSite()
  const { footer } = useText('shell')
  const { phoneNumber, emergencyContactNumber, officeHours, email, address, coopContactUsLink } = settings
  const lines: readonly (readonly [label: string, value: ReactNode])[] = [
    ...(phoneNumber === '' ? [] : [[footer.phone, <PhoneLink key="phone" number={phoneNumber} />] as const]),
    ...(emergencyContactNumber === ''
      ? []
      : [[footer.emergency, <PhoneLink key="emergency" number={emergencyContactNumber} />] as const]),
    ...(officeHours === '' ? [] : [[footer.officeHours, officeHours] as const]),
    ...(email === ''
      ? []
      : [
          [
            footer.email,
            <a key="email" href={`mailto:${email}`}>
              {email}
            </a>,
          ] as const,
        ]),
    ...(address === '' ? [] : [[footer.address, address] as const]),
  ]
  if (lines.length === 0 && !isSafeLink(coopContactUsLink)) return null
  return (
    <section>
      <h2 className={styles.heading}>{footer.contact}</h2>
      <dl className={styles.facts}>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isSafeLink(coopContactUsLink) && <a href={coopContactUsLink}>{footer.contactUs}</a>}
    </section>
  )
}

function Follow() {
  const { settings } = useSite()
  const { footer } = useText('shell')
  const website = isSafeLink(settings.coopWebsiteUrl) ? settings.coopWebsiteUrl : null
  const social = socialLinks(settings)
  if (social.length === 0 && website === null) return null
  return (
    <section>
      <h2 className={styles.heading}>{footer.follow}</h2>
      <ul className={styles.list}>
        {website !== null && (
          <li>
            <a href={website}>{footer.website(settings.coopName)}</a>
          </li>
        )}
        {social.map(({ name, href }) => (
          <li key={name}>
            <a href={href} rel="noopener noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The cooperative's places on social sites; those without an address are left out. Names are not translated. */
function socialLinks(settings: SiteSettings): readonly { readonly name: string; readonly href: string }[] {
  return [
    { name: 'Facebook', href: settings.facebookUrl },
    { name: 'Twitter', href: settings.twitterUrl },
    { name: 'YouTube', href: settings.youtubeUrl },
    { name: 'Instagram', href: settings.instagramUrl },
    { name: 'Pinterest', href: settings.pinterestUrl },
    { name: 'Yelp', href: settings.yelpUrl },
    { name: 'LinkedIn', href: settings.linkedInUrl },
  ].filter(({ href }) => isSafeLink(href))
}
