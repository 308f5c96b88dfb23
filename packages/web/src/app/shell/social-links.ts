import type { SiteSettings } from '@coopline/contract/site/site/site.contract'
import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'

/** The cooperative's places on social sites; those without an address are left out. Names are not translated. */
export function socialLinks(settings: SiteSettings): readonly { readonly name: string; readonly href: string }[] {
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
