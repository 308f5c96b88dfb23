import { endpoint, fileAnswer } from '../../endpoint.ts'
import { fileQuery, ownAccount } from '../usage/usage.contract.ts'

export const greenButton = {
  download: endpoint('greenButton.download', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/green-button', {
    auth: 'member',
    summary: 'Download all stored usage as a Green Button file (Download My Data)',
    source: 'addition: downloads',
    params: ownAccount,
    query: fileQuery,
    answer: fileAnswer,
    media: 'application/atom+xml',
    errors: [401, 403, 404],
  }),
}
