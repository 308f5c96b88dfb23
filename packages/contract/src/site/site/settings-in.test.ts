import { describe, expect, test } from 'vitest'
import { defaultSettings, findSetting, listSettings, type SettingKey } from './settings-catalog.ts'
import { settingsIn } from './settings-in.ts'

const settings = { ...defaultSettings, officeHours: 'Monday to Friday', aboutUs: '<p>We</p>', coopName: 'Prairie REC' }
const companions = listSettings().filter(({ key }) => key.endsWith('_es'))

describe('a text of the cooperative', () => {
  test('reads in Spanish as its Spanish variant, and in English as itself', () => {
    const both = { ...settings, officeHours_es: 'Lunes a viernes' }
    expect(settingsIn(both, 'es').officeHours).toBe('Lunes a viernes')
    expect(settingsIn(both, 'en').officeHours).toBe('Monday to Friday')
  })

  test('a text of the cooperative without a Spanish variant, or with a blank one, is the same in both languages', () => {
    expect(settingsIn({ ...settings, aboutUs_es: ' \n' }, 'es')).toMatchObject({
      officeHours: 'Monday to Friday',
      aboutUs: '<p>We</p>',
      coopName: 'Prairie REC',
    })
  })

  test('a text of the cooperative that only has a Spanish variant is empty in English', () => {
    const only = { ...settings, cutoffMessage_es: 'Llámenos' }
    expect([settingsIn(only, 'en').cutoffMessage, settingsIn(only, 'es').cutoffMessage]).toEqual(['', 'Llámenos'])
  })
})

describe('a Spanish variant', () => {
  test('a Spanish variant belongs to a text, follows it in the catalog and has the same audience', () => {
    expect(companions.length).toBeGreaterThan(10)
    const keys = listSettings().map(({ key }) => key)
    for (const { key, kind, group, audience } of companions) {
      const text = findSetting(key.replace(/_es$/u, ''))
      expect(text, key).toMatchObject({ kind, group, audience })
      expect(['text', 'longText', 'html'], key).toContain(kind)
      expect(keys.indexOf(key), key).toBe(keys.indexOf(text?.key as SettingKey) + 1)
    }
  })

  test('every HTML text of the cooperative has a Spanish variant', () => {
    const html = listSettings().filter(({ key, kind }) => kind === 'html' && !key.endsWith('_es'))
    expect(html.filter(({ key }) => findSetting(`${key}_es`) === undefined).map(({ key }) => key)).toEqual([])
  })
})
