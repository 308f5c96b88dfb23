import { onlyDigits } from '../../kernel/digits.ts'
import { maxPasswordLength } from '../sign-in/check-sign-in.ts'
import { normalizePassword } from './check-password.ts'

/** The reason that a password that meets the criteria is refused all the same (REQ-D-311). */
export type GuessablePassword = {
  readonly code:
    | 'password-common'
    | 'password-has-cooperative'
    | 'password-has-username'
    | 'password-has-account-number'
  readonly field: 'password'
}

/** Facts about a member that make poor passwords, because they are easy to guess. */
export interface PasswordContext {
  readonly cooperativeName: string
  readonly username: string
  /** Digits each. */
  readonly accountNumbers: readonly string[]
}

/** Common passwords by what is left of them when the disguises are taken off. Made once by `prepareCommonPasswords`. */
export interface CommonPasswords {
  readonly folded: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
}

/** Shorter words are in too many good passwords. */
const shortestWord = 4
/** A word this long makes a password common even with a few other letters, digits and symbols before or after it. */
const shortestEmbeddedWord = 5
const mostOtherLetters = 2
const mostOtherCharacters = 8

/** One sign for what stands for the same letter: digits and marks that look like it, and `l` like `i`. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  '0o 1i 2z 3e 4a 5s 6g 7t 8b 9g @a $s !i |i (c +t &e €e £i #h %x li'
    .split(' ')
    .map(([sign = '', letter = '']) => [sign, letter]),
)

const isLetter = (character: string): boolean => character >= 'a' && character <= 'z'

/** Lower case without accents: 'Contraseña' → 'contrasena'. */
function plain(text: string): string {
  const lower = normalizePassword(text).toLowerCase()
  return /[^ -~]/u.test(lower) ? lower.normalize('NFD').replaceAll(/\p{M}/gu, '') : lower
}

/** The letter that a character stands for, or nothing. */
function letterFor(character: string): string {
  const letter = lookalikes.get(character) ?? character
  return isLetter(letter) ? letter : ''
}

/** Letters only, each lookalike as the letter that it stands for. */
function fold(text: string): string {
  let folded = ''
  for (const character of text) folded += letterFor(character)
  return folded
}

const onlyLetters = (text: string): string => Array.from(text).filter(isLetter).join('')

/** Takes a list of common passwords, in any case, and makes it ready for `checkGuessable`. */
export function prepareCommonPasswords(words: Iterable<string>): CommonPasswords {
  const folded = new Set<string>()
  const numbers = new Set<string>()
  for (const word of words) {
    const text = plain(word)
    if (onlyDigits(text) === text) {
      if (text.length >= shortestWord) numbers.add(text)
    } else {
      const core = fold(text)
      if (core.length >= shortestWord) folded.add(core)
    }
  }
  return { folded, numbers }
}

/**
 * Decides whether a password that meets the criteria would be guessed early: a common password in disguise (capitals,
 * lookalike characters, digits and symbols around or inside it), or one with the cooperative's name, the username or the
 * account number in it. A plain list would refuse nothing, since no common password meets the criteria.
 *
 * @param common from `prepareCommonPasswords`; the server has the list, the browser does not load it.
 */
export function checkGuessable(
  password: string,
  context: PasswordContext,
  common: CommonPasswords,
): GuessablePassword | null {
  const text = plain(password.slice(0, 4 * maxPasswordLength))
  const code = contextProblem(text, context) ?? (isCommonInDisguise(text, common) ? 'password-common' : null)
  return code === null ? null : { code, field: 'password' }
}

function contextProblem(text: string, context: PasswordContext): GuessablePassword['code'] | null {
  const { cooperativeName, username, accountNumbers } = context
  const digits = onlyDigits(text)
  if (accountNumbers.some((number) => number.length >= shortestWord && digits.includes(number))) {
    return 'password-has-account-number'
  }
  if (hasNameInIt(text, username, shortestWord)) return 'password-has-username'
  return hasNameInIt(text, cooperativeName, shortestWord + 1) ? 'password-has-cooperative' : null
}

/** True when the whole name or one of its longer words is in the text, written plainly or with lookalikes. */
function hasNameInIt(text: string, name: string, shortestPart: number): boolean {
  const words = plain(name).split(/[^\p{L}\p{N}]+/u)
  const parts = [words.join(''), ...words].filter((part) => part.length >= shortestPart)
  return parts.some((part) => {
    const folded = fold(part)
    return text.includes(part) || (folded.length >= shortestPart && disguises(text).some((one) => one.includes(folded)))
  })
}

/** The text as a guesser reads it: lookalikes as letters, and without the digits and symbols between the letters. */
const disguises = (text: string): readonly string[] => [fold(text), fold(onlyLetters(text))]

function isCommonInDisguise(text: string, { folded, numbers }: CommonPasswords): boolean {
  if (cores(text).some((core) => isRepeated(core, folded))) return true
  if (disguises(text).some((one) => hasEmbeddedWord(one, text, folded))) return true
  const otherLetters = onlyLetters(text).length
  return otherLetters <= mostOtherLetters && hasCommonNumber(text, numbers)
}

/** The variants without any number of the digits and symbols at either end. */
function cores(text: string): readonly string[] {
  const characters = Array.from(text)
  const first = characters.findIndex(isLetter)
  if (first === -1) return []
  const last = characters.findLastIndex(isLetter)
  const letters = characters.map(letterFor)
  const found = new Set<string>([fold(onlyLetters(text))])
  for (let from = 0; from <= first; from += 1) {
    for (let to = last + 1; to <= characters.length; to += 1) found.add(letters.slice(from, to).join(''))
  }
  return [...found]
}

/** True for a common word, also when it is written several times in a row. */
function isRepeated(core: string, words: ReadonlySet<string>): boolean {
  for (let times = 1; times * shortestWord <= core.length; times += 1) {
    const word = core.slice(0, Math.floor(core.length / times))
    if (words.has(word) && word.repeat(times) === core) return true
  }
  return false
}

/** True when a common word is in `disguise` and the password has hardly anything besides. */
function hasEmbeddedWord(disguise: string, text: string, words: ReadonlySet<string>): boolean {
  const letters = onlyLetters(text).length
  for (let from = 0; disguise.length - from >= shortestEmbeddedWord; from += 1) {
    for (let to = disguise.length; to - from >= shortestEmbeddedWord; to -= 1) {
      const word = disguise.slice(from, to)
      const isMostOfIt = letters - word.length <= mostOtherLetters && text.length - word.length <= mostOtherCharacters
      if (isMostOfIt && words.has(word)) return true
    }
  }
  return false
}

/** True when a run of digits is a common number, or begins or ends with one. */
function hasCommonNumber(text: string, numbers: ReadonlySet<string>): boolean {
  const runs = [...text.split(/[^0-9]+/u), onlyDigits(text)]
  return runs.some((run) =>
    Array.from(run).some((_digit, at) => numbers.has(run.slice(0, at + 1)) || numbers.has(run.slice(at))),
  )
}
