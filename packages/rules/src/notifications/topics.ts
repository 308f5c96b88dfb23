/** What members can be told, by e-mail and by text message. */
export const topics = [
  'bill-ready',
  'due-soon',
  'past-due',
  'payment-received',
  'payment-failed',
  'draft-changed',
  'usage-threshold',
  'outage',
  'restored',
  'security',
] as const
export type Topic = (typeof topics)[number]

/** The word after STOP by which a text message names what it is to end: one for topics that belong together. */
export const topicWords = ['bill', 'payment', 'draft', 'usage', 'power', 'login'] as const
export type TopicWord = (typeof topicWords)[number]

export interface TopicRule {
  /** What it is about: one account, or the login with all its accounts. */
  readonly about: 'account' | 'login'
  readonly word: TopicWord
  /** Until the member says otherwise. `always`: who has stolen a login must not be able to silence the news of it. */
  readonly byEmail: 'on' | 'always'
  /** The feature without which it cannot happen. */
  readonly feature?: 'Outage'
  /** False while nothing in the portal brings it about: then it is not offered. */
  readonly happens: boolean
}

const account = { about: 'account', byEmail: 'on', happens: true } as const

/** Texts are off until they are asked for: they need a number that was confirmed, and may cost money. */
export const topicRules: Readonly<Record<Topic, TopicRule>> = {
  'bill-ready': { ...account, word: 'bill' },
  'due-soon': { ...account, word: 'bill' },
  'past-due': { ...account, word: 'bill' },
  'payment-received': { ...account, word: 'payment' },
  'payment-failed': { ...account, word: 'payment' },
  'draft-changed': { ...account, word: 'draft', happens: false },
  'usage-threshold': { ...account, word: 'usage', happens: false },
  outage: { ...account, word: 'power', feature: 'Outage' },
  restored: { ...account, word: 'power', feature: 'Outage' },
  security: { about: 'login', word: 'login', byEmail: 'always', happens: true },
}

/** The topics that a member can choose about, in their order. @param has says which features the cooperative offers. */
export const offeredTopics = (about: TopicRule['about'], has: (feature: 'Outage') => boolean): readonly Topic[] =>
  topics.filter((topic) => {
    const rule = topicRules[topic]
    return rule.about === about && rule.happens && (rule.feature === undefined || has(rule.feature))
  })

/** The topics that a word after STOP names. */
export const topicsOf = (word: TopicWord): readonly Topic[] => topics.filter((topic) => topicRules[topic].word === word)

/** Whether a topic goes out by e-mail. @param choice what the member said; `undefined`: nothing yet. */
export const goesByEmail = (topic: Topic, choice: boolean | undefined): boolean =>
  topicRules[topic].byEmail === 'always' || (choice ?? true)
