/** What a browser's own word about itself contains, in the order of asking: most of them also name Chrome and Safari. */
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

/** Browser and system in words a member knows, such as `Chrome · Android`; empty when the browser does not say. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 400)
  return [nameIn(browsers, text), nameIn(systems, text)].filter((name) => name !== undefined).join(' · ')
}
