/** The marks of browsers in a user agent, in the order of search. Most user agents also contain Chrome and Safari. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPad', 'iPad'],
  ['iPhone', 'iPhone'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const

const nameIn = (list: readonly (readonly [string, string])[], userAgent: string): string | undefined =>
  list.find(([sign]) => userAgent.includes(sign))?.[1]

/** Returns the browser and the system in words that members know, such as `Chrome · Android`; empty when the user agent names neither. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 400)
  return [nameIn(browsers, text), nameIn(systems, text)].filter((name) => name !== undefined).join(' · ')
}
