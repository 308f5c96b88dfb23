/** The topics of notices that members can get by email and by text message. */
export const topics = [
  'bill-ready',
  'due-soon',
  'past-due',
  'prepaid-low',
  'disconnect-pending',
  'reconnected',
  'payment-received',
  'payment-failed',
  'payment-returned',
  'draft-changed',
  'autopay',
  'card-expiring',
  'usage-threshold',
  'outage',
  'restored',
  'security',
] as const
export type Topic = (typeof topics)[number]

/** The words that a member can text after STOP; each stands for topics that belong together. @internal */
export const topicWords = ['bill', 'prepaid', 'payment', 'draft', 'usage', 'power', 'login'] as const
export type TopicWord = (typeof topicWords)[number]

export interface TopicRule {
  /** The topic is about one account, or about the login with all its accounts. */
  readonly about: 'account' | 'login'
  readonly word: TopicWord
  /** The default. `always` cannot be turned off, so that the thief of a login cannot silence the notice about it. */
  readonly byEmail: 'on' | 'always'
  /** The feature that must be on. */
  readonly feature?: 'Outage'
  /** Only accounts that are billed, or only those that are prepaid, have such notices. */
  readonly accounts?: 'billed' | 'prepaid'
}

const account = { about: 'account', byEmail: 'on' } as const
const billed = { ...account, word: 'bill', accounts: 'billed' } as const
const prepaid = { ...account, word: 'prepaid', accounts: 'prepaid' } as const

/** Texts are off by default: they need a verified number and may cost money. */
export const topicRules: Readonly<Record<Topic, TopicRule>> = {
  'bill-ready': billed,
  'due-soon': billed,
  'past-due': billed,
  'prepaid-low': prepaid,
  'disconnect-pending': prepaid,
  reconnected: prepaid,
  'payment-received': { ...account, word: 'payment' },
  'payment-failed': { ...account, word: 'payment' },
  'payment-returned': { ...account, word: 'payment' },
  'draft-changed': { ...account, word: 'draft' },
  autopay: { ...account, word: 'draft' },
  'card-expiring': { ...account, word: 'payment' },
  'usage-threshold': { ...account, word: 'usage' },
  outage: { ...account, word: 'power', feature: 'Outage' },
  restored: { ...account, word: 'power', feature: 'Outage' },
  security: { about: 'login', word: 'login', byEmail: 'always' },
}

/**
 * The topics that a member can choose about, in their order.
 *
 * @param has says which features the cooperative offers.
 * @param isPrepaid whether the account is prepaid.
 */
export const offeredTopics = (
  about: TopicRule['about'],
  has: (feature: 'Outage') => boolean,
  isPrepaid = false,
): readonly Topic[] =>
  topics.filter((topic) => {
    const { accounts, feature, ...rule } = topicRules[topic]
    const isOfAccount = accounts === undefined || accounts === (isPrepaid ? 'prepaid' : 'billed')
    return rule.about === about && isOfAccount && (feature === undefined || has(feature))
  })

/** The topics that a word after STOP names. */
export const topicsOf = (word: TopicWord): readonly Topic[] => topics.filter((topic) => topicRules[topic].word === word)

/** Whether a topic is sent by email. @param choice the member's choice; `undefined` when there is none yet. */
export const goesByEmail = (topic: Topic, choice: boolean | undefined): boolean =>
  topicRules[topic].byEmail === 'always' || (choice ?? true)
