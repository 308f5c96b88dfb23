import type { Executor } from '../../../platform/db/open-database.ts'
import { type Finding, ok, warning } from '../../../platform/doctor/finding.ts'
import { readAllowsOwnContacts } from './site.store.ts'

/** Finds out for `coopline doctor` whether people who register may enter a contact that is not on file. */
export const examineContacts = async (executor: Executor): Promise<Finding> =>
  (await readAllowsOwnContacts(executor))
    ? warning(
        'registration',
        'allowUserProvidedContact is on: anyone who has a member’s bill can register the account with an address of their own.',
        'Import contacts and turn it off.',
      )
    : ok('registration', 'Codes go to contacts on file only.')
