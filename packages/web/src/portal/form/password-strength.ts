import { maxPasswordLength } from '@coopline/rules/identity/sign-in/check-sign-in'
import type { Strength } from '@coopline/ui/strength-meter'

type Estimate = (password: string, known: readonly string[]) => Strength

let loading: Promise<Estimate> | undefined

/** The dictionaries are large: they load when a member starts to choose a password, and never with a page. */
export function loadStrengthEstimate(): Promise<Estimate> {
  loading ??= load()
  // Not there when the network is not: the meter stays empty, and the next password tries again.
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

async function load(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: maxPasswordLength,
    // It blocks the page: with the default of 100, up to 3.6 s for 50 characters full of lookalikes; with 2, 85 ms and the same
    // scores.
    l33tMaxSubstitutions: 2,
  })
  return (password, known) => zxcvbn.check(password.slice(0, maxPasswordLength), [...known]).score
}
