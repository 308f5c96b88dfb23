import { expect, test, vi } from 'vitest'
import { brandCss } from '../portal/page/brand-css.ts'
import { aSite } from '../test-support/a-site.ts'
import { renderPortal } from '../test-support/render-portal.tsx'

const icon = () => document.head.querySelector('link[rel="icon"]')?.getAttribute('href')

test('the icon of the tab is portalFavIconPath [SH-79, ST-19]', async () => {
  await renderPortal({ site: aSite({ settings: { portalFavIconPath: '/brand/icon.png' } }) })
  expect(icon()).toBe('/brand/icon.png')
})

test('the default icon is favicon.ico of the site on every page [SH-79]', async () => {
  await renderPortal({ path: '/services-products' })
  expect(icon()).toBe('/favicon.ico')
})

test('sets the brand color as token properties in their layer, without an inline style', async () => {
  const replace = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync')
  await renderPortal({ site: aSite({ settings: { brandColor: '#1b5e8c' } }) })
  await expect.poll(() => replace).toHaveBeenCalledWith(brandCss('#1b5e8c'))
  expect(brandCss('#1b5e8c')).toMatch(/^@layer tokens\{:root\{--brand:#1b5e8c;--brand-text:#ffffff;/)
  expect(document.documentElement.hasAttribute('style')).toBe(false)
  replace.mockRestore()
})

test('ignores an invalid color', () => {
  expect(brandCss('red;}body{display:none')).toBe('')
})
