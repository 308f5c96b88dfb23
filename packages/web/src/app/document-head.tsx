import { useEffect } from 'react'
import { useSite } from '../portal/page/site.tsx'
import { favIconAddress } from './fav-icon-address.ts'

/** Keeps the document's head as the settings say: icon, brand colors, and the cooperative's style sheet. */
export function DocumentHead() {
  const { settings } = useSite()

  useEffect(() => setLink('icon', favIconAddress(settings.portalFavIconPath)), [settings.portalFavIconPath])
  useEffect(() => adoptBrand(settings.brandColor), [settings.brandColor])
  useEffect(() => setCustomCss(settings.featureFlagCustomCss), [settings.featureFlagCustomCss])
  return null
}

function setLink(rel: string, href: string): void {
  const link = document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`) ?? newLink(rel)
  if (link.getAttribute('href') !== href) link.setAttribute('href', href)
}

function newLink(rel: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  document.head.append(link)
  return link
}

/** Last in the head, outside every layer: it wins over the portal's own style. */
function setCustomCss(address: string): void {
  const selector = 'link[data-coopline="custom-css"]'
  const present = document.head.querySelector(selector)
  if (address === '') present?.remove()
  else if (present?.getAttribute('href') !== address) {
    present?.remove()
    const link = newLink('stylesheet')
    link.dataset['coopline'] = 'custom-css'
    link.setAttribute('href', address)
  }
}

/** Pages from the server have this style already; this is for other pages, as in development. */
function adoptBrand(brandColor: string): void {
  if (document.getElementById('coopline-start') !== null) return
  const adopt = async () => (await import('../portal/page/adopt-brand.ts')).adoptBrand(brandColor)
  // When the file does not load, the colors of the tokens stay.
  adopt().catch(() => undefined)
}
