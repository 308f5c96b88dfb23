import { defaultSettings } from '@coopline/contract/site/site/settings-catalog'
import { expect, it } from 'vitest'
import { buildSiteStart } from '../build-site-start.ts'
import { pageSources } from './build-page.ts'

const elsewhere = {
  portalLogoPath: 'https://images.example/logo.png',
  portalFavIconPath: '/brand/icon.png',
  loginRightImage: 'https://pictures.example/login.jpg',
}
const start = (more: Partial<typeof defaultSettings>) =>
  buildSiteStart({ ...defaultSettings, ...elsewhere, ...more }, { appVersion: '1', demo: false })

const rules = { formOrigins: [], allowsScripts: false, myMeterUrl: '' }

it('names the origins of the images that the settings name, that of the login page included [LG-12]', () => {
  expect(pageSources(start({}), rules).imageOrigins).toEqual(['https://images.example', 'https://pictures.example'])
})

it('shows images of this origin only beside a style sheet of the cooperative [SH-78]', () => {
  const site = start({ featureFlagCustomCss: '/custom.css' })
  expect(pageSources(site, rules).imageOrigins).toEqual([])
  expect(pageSources(site, { ...rules, allowsScripts: true }).imageOrigins).toEqual([])
  expect(site.settings).toMatchObject({
    portalLogoPath: '',
    portalFavIconPath: '/brand/icon.png',
    loginRightImage: '',
  })
})

it('allows frames of MyMeter, whose path is in no policy [RU-39]', () => {
  expect(pageSources(start({}), rules).frameOrigins).toEqual([])
  const myMeterUrl = 'https://mymeter.example.org/portal?coop=7'
  expect(pageSources(start({}), { ...rules, myMeterUrl }).frameOrigins).toEqual(['https://mymeter.example.org'])
})
