import { useText } from '../../../portal/text/text.tsx'

/** The labels of settings by key. A setting without a label shows its key. */
export type SettingLabels = Readonly<Record<string, string>>

const longestDisplayed = 600

/**
 * The words for a value that is read, not edited: On or Off for a flag, and long values cut. `null` is the default.
 *
 * @param settings the settings with their kinds; a value of another setting is shown as it is written.
 */
export function useValueWords(
  settings: readonly { readonly name: string; readonly kind: string }[],
): (name: string, value: string | null) => string {
  const { planned, settings: words, form } = useText('staffSettings')
  const flags = new Set(settings.filter(({ kind }) => kind === 'flag').map(({ name }) => name))
  return (name, value) => {
    if (value === null) return planned.toDefault
    if (value === '') return words.empty
    if (flags.has(name)) return value === 'Y' ? form.on : form.off
    return value.length <= longestDisplayed ? value : `${value.slice(0, longestDisplayed)}…`
  }
}
