import { site } from '@coopline/contract/site/site/site.contract'
import { type SliceFixtures, visitor } from '../../../testing/endpoint-fixture.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

export const fixtures: SliceFixtures = async () => [
  [site.start, visitor],
  [site.content, { ...visitor, params: { key: 'legalContent' } }],
  [site.atsConfigSettings, { ...visitor, query: { keys: 'timeZone' } }],
  [
    site.configurationSettings,
    {
      ...visitor,
      query: { settings: 'timeZone', paymentGateway: 'utilityAllowEcheck', webContents: 'legalContent' },
    },
  ],
  [site.pageView, { ...visitor, body: { path: '/home' } }],
  [site.maintenance, visitor],
]

export const storeCalls: StoreCalls = {
  site: {
    loadSettingVersion: [],
    readAllowsOwnContacts: [],
    listStoredSettings: [],
    raiseSettingVersion: [],
    saveSettings: [[{ key: 'k', value: 1 }], given.now, 'me'],
    removeSettings: [['other']],
    recordSettingChanges: [[{ key: 'k', before: null, after: 1 }], given.now, 'me'],
    listSettingAuthors: [],
    findSettingChange: ['k', 1],
    insertSettingChanges: [[{ key: 'k', before: [], after: [1] }], { at: given.now, by: 'me', reason: '' }],
  },
}
