import { defaultSettings } from '@coopline/contract/site/settings-catalogue'
import { expect, it } from 'vitest'
import { buildSiteStart } from '../build-site-start.ts'
import { pageSources } from './page-sources.ts'

const elsewhere = {
  portalLogoPath: 'https://images.example/logo.png',
  portalFavIconPath: '/brand/icon.png',
  loginRightImage: 'https://pictures.example/login.jpg',
}
const start = (more: Partial<typeof defaultSettings>) =>
  buildSiteStart({ ...defaultSettings, ...elsewhere, ...more }, { appVersion: '1', demo: false })

it('names the origins of the images that the settings name, that of the login page included [LG-12]', () => {
  expect(pageSources(start({}), [], false).imageOrigins).toEqual(['https://images.example', 'https://pictures.example'])
})

it('shows images of this origin only beside a style sheet of the cooperative [SH-78]', () => {
  const site = start({ featureFlagCustomCss: '/custom.css' })
  expect(pageSources(site, [], false).imageOrigins).toEqual([])
  expect(pageSources(site, [], true).imageOrigins).toEqual([])
  expect(site.settings).toMatchObject({
    portalLogoPath: '',
    portalFavIconPath: '/brand/icon.png',
    loginRightImage: '',
  })
})
