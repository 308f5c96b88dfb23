import { site } from '@coopline/contract/site/site.contract'
import { type SliceFixtures, visitor } from '../../testing/endpoint-fixture.ts'

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
  [site.maintenance, visitor],
]
