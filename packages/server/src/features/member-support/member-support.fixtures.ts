import { personalData } from './personal-data.ts'
import { eachOf, given, type StoreCalls } from '../../testing/store-calls.ts'

/** Nobody's: the walk must not erase what later statements read. */
const personalScope = {
  memberNumber: 'nobody',
  accountNumbers: ['0'],
  loginIds: [given.login],
  addresses: ['a@b.test'],
}

export const storeCalls: StoreCalls = {
  'find-members': {
    findMemberNumbers: [{ number: '1', phone: '7155550123', email: 'a@b.test', usernameKey: 'a', words: 'ada:*' }, 10],
    listMembers: [['10001'], 5],
  },
  'member-view': {
    findMemberFacts: ['10001', 10],
    findLoginFacts: ['10001'],
    listPaymentStories: ['10001', 10],
  },
  'personal-data': {
    loadPersonalScope: ['10001'],
    lockLogin: ['10001'],
    countMoneyUnderWay: [personalScope],
    listPersonalRows: eachOf(
      personalData
        .filter(({ omit }) => omit !== 'all')
        .flatMap((rule) => [undefined, '{}'].map((after) => [rule, personalScope, { after, limit: 10 }])),
    ),
    erasePersonalRows: eachOf(
      personalData.filter(({ isErased }) => isErased).map((rule) => [rule, personalScope, given.now]),
    ),
  },
}
