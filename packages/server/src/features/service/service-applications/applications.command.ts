import { type FeatureCommand, isOneSentence } from '../../../platform/command.ts'
import { runApplications } from './run-applications-command.ts'

/** `coopline applications …`: saves or deletes the documents of a submitted application for service. */
export const applicationsCommand: FeatureCommand = {
  name: 'applications',
  summary: 'Save or delete the documents of an application for service',
  calls: [
    { words: 'save REFERENCE --to FOLDER --by NAME', json: 'It writes files and names them.' },
    { words: 'delete REFERENCE --by NAME', json: isOneSentence },
  ],
  examples: ['applications save A7K2M9 --to /var/lib/coopline/applications --by "Dana, service"'],
  namesPath: '--to',
  run: runApplications,
}
